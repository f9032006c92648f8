import type { Kysely } from 'kysely';
import { byteOrderMark, formatCsvRow } from '#contract/csv.ts';
import { endpoints } from '#contract/endpoints.ts';
import { maxUsersInFile } from '#contract/schemas/users.ts';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import { defineQuery } from '../../query-handler/query-definition.ts';
import { presentUser, type UserRow } from '../users/present.ts';
import { countListedUsers, findListedUsers } from './query.ts';

const formatCsv = (rows: readonly UserRow[], total: number): string =>
  [
    byteOrderMark + formatCsvRow(['Name', 'Email', 'Image']),
    ...rows.map(({ name, email, image_url }) => formatCsvRow([name, email, image_url])),
    ...(total > rows.length ? [formatCsvRow([describeMissing(rows.length, total)])] : []),
  ].join('');

const describeMissing = (listed: number, total: number): string =>
  `Only ${listed.toLocaleString('en')} of ${total.toLocaleString('en')} users are listed. Search for the others.`;

/** GET /directory: the table of all users, which the page `/users` shows to Admins. */
export const readDirectory = (tables: Kysely<ReadTables>) =>
  defineQuery(endpoints.readDirectory, {
    models: ['users'],
    // An Admin who sees only themselves reads no data of others.
    subjectId: async ({ query }) => query.id ?? null,
    answer: async ({ query }) => {
      const { sort, order, page, limit, format, ...filter } = query;
      const isFile = format === 'csv';
      const view = isFile ? { offset: 0, limit: maxUsersInFile } : { offset: (page - 1) * limit, limit };
      // PostgreSQL rejects text with a NUL character.
      const [rows, total] = filter.search.includes('\0')
        ? [[], 0]
        : await Promise.all([
            findListedUsers(tables, filter, { sort, order, ...view }),
            countListedUsers(tables, filter),
          ]);
      if (!isFile) return { body: { total, users: rows.map(presentUser) } };
      return {
        text: { type: 'text/csv; charset=utf-8', content: formatCsv(rows, total) },
        headers: { 'content-disposition': 'attachment; filename="users.csv"' },
      };
    },
  });
