import { useState } from 'react';
import { maxSearchLength } from '#contract/fields/text.ts';
import {
  maxInactiveDays,
  type RosterSort,
  type RosterState,
  rosterOrders,
  rosterStates,
} from '#contract/schemas/roster.ts';
import type { RosterFilter } from '../../domains/roster/roster-queries.ts';
import { typingPauseMs, useDebounced } from '../../ui/use-debounced.ts';
import { useQueryParams } from '../../ui/use-query-text.ts';

/** Rows per page. Requests name no limit, so this is the server's default. */
export const pageSize = 25;

/** The columns by which the table can be sorted. The server can also sort by enrolment time, but no column shows it. */
const columnSorts = ['name', 'progress', 'quizzes', 'activity'] as const satisfies readonly RosterSort[];
export type ColumnSort = (typeof columnSorts)[number];

const parseOneOf = <T extends string>(values: readonly T[], text: string | null): T | null =>
  values.find((value) => value === text) ?? null;

/** Returns a whole number from 1 to 9999, or null for any other text. */
const parsePositiveNumber = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,3}$/.test(text) ? Number(text) : null;

/**
 * The filter, order and page of a roster. They are stored in the address, except the search text: it is a name or an e-mail
 * address, and the browser's history would keep it. A change of the filter or the order leads back to page 1.
 */
export const useRosterView = () => {
  const { query, put } = useQueryParams();
  const [text, setText] = useState('');
  const search = useDebounced(text, typingPauseMs).trim();
  const days = parsePositiveNumber(query.get('inactive'));
  const filter: RosterFilter = {
    search,
    sort: parseOneOf(columnSorts, query.get('sort')) ?? 'name',
    order: parseOneOf(rosterOrders, query.get('order')) ?? 'ascending',
    state: parseOneOf(rosterStates, query.get('state')),
    inactiveDays: days === null ? null : Math.min(days, maxInactiveDays),
  };
  const sortBy = (sort: ColumnSort, order: RosterFilter['order']) =>
    put({ sort: sort === 'name' ? '' : sort, order: order === 'ascending' ? '' : order, page: '' });
  return {
    text,
    filter,
    sortBy,
    setText: (newText: string) => {
      setText(newText.slice(0, maxSearchLength));
      if (query.has('page')) put({ page: '' });
    },
    page: parsePositiveNumber(query.get('page')) ?? 1,
    setPage: (page: number) => put({ page: page === 1 ? '' : String(page) }),
    setState: (state: RosterState | '') => put({ state, page: '' }),
    setInactiveDays: (inactive: string) => put({ inactive, page: '' }),
    clear: () => {
      setText('');
      put({ state: '', inactive: '', page: '' });
    },
  };
};
export type RosterView = ReturnType<typeof useRosterView>;
