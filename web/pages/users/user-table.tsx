import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useMemo, useRef, useState } from 'react';
import type { DirectoryPage, User, UserType } from '#contract/schemas/users.ts';
import { QueryView } from '../../client/api/query-view.tsx';
import { createChangeNumberAtom } from '../../client/live/changed-records.ts';
import { UserAvatar } from '../../domains/users/user-avatar.tsx';
import { type DirectoryListing, directoryQuery, fetchUsersCsv } from '../../domains/users/user-queries.ts';
import { classNames } from '../../ui/class-names.ts';
import { Pager } from '../../ui/data-table/pager.tsx';
import { TableCards } from '../../ui/data-table/table-cards.tsx';
import type { DataTableColumn, TableParts } from '../../ui/data-table/table-props.ts';
import { TableRows } from '../../ui/data-table/table-rows.tsx';
import { getNextOrder, type Order, type PageSize, pageSizes } from '../../ui/data-table/table-view.ts';
import { EmailAddress } from '../../ui/email-address.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { useIsNarrow } from '../../ui/use-is-narrow.ts';
import { UserButtons } from './user-buttons.tsx';

const columns: DataTableColumn<User>[] = [
  { key: 'name', heading: 'Name', getText: ({ name }) => name, className: 'min-w-40 font-medium' },
  {
    key: 'email',
    heading: 'Email',
    getText: ({ email }) => email,
    cell: ({ email }) => <EmailAddress address={email} />,
    className: 'min-w-52',
  },
  {
    key: 'image',
    heading: 'Image',
    getText: ({ imageUrl }) => imageUrl,
    isSortable: false,
    cell: ({ name, imageUrl }) => <UserAvatar name={name} url={imageUrl} className="size-10" />,
  },
];

/** Below this width, the five columns with names, addresses and three buttons do not fit. */
const cardsBelowPx = 1024;

/** Returns the class that highlights a row for a moment when its user changes. */
const useTint = ({ _id }: User): string | undefined =>
  useAtomValue(useMemo(() => createChangeNumberAtom(_id), [_id])) === null ? undefined : 'tint-changed';

const toSort = (order: Order | null): Pick<DirectoryListing, 'sort' | 'order'> =>
  order === null ? {} : { sort: order.key === 'email' ? 'email' : 'name', order: order.direction };

/** The state of a table: its order, page size and page. A new search, order or page size leads back to the first page. */
const useUserTable = (type: UserType, search: string) => {
  const [order, setOrder] = useState<Order | null>(null);
  const [pageSize, setPageSize] = useState<PageSize>(pageSizes[0]);
  const [pageOfSearch, setPageOfSearch] = useState({ search, page: 0 });
  const requestedPage = pageOfSearch.search === search ? pageOfSearch.page : 0;
  const setPage = (page: number) => setPageOfSearch({ search, page });
  const listing: DirectoryListing = { search, userTypes: [type], ...toSort(order) };
  const query = useQuery({
    ...directoryQuery(listing, requestedPage + 1, pageSize),
    // While a different page or a new search is loading, the previous rows stay.
    placeholderData: keepPreviousData,
  });
  const total = query.data?.total ?? 0;
  const pageCount = Math.max(1, Math.ceil(total / pageSize));
  const page = Math.min(requestedPage, pageCount - 1);
  // After users have been removed, the requested page may no longer exist.
  if (query.data !== undefined && !query.isPlaceholderData && page !== requestedPage) setPage(page);
  return {
    query,
    listing,
    order,
    pageSize,
    page,
    pageCount,
    setPage,
    setOrder: (next: Order | null) => {
      setOrder(next);
      setPage(0);
    },
    setPageSize: (size: PageSize) => {
      setPageSize(size);
      setPage(0);
    },
  };
};
type UserTableState = ReturnType<typeof useUserTable>;

const Rows = ({
  found,
  table,
  state,
}: {
  found: DirectoryPage;
  table: TableParts<User>;
  state: UserTableState;
}) => {
  const { listing, order, page, pageSize, pageCount, setOrder, setPage, setPageSize } = state;
  const isNarrow = useIsNarrow(cardsBelowPx);
  const { mutate, isPending } = useMutation({
    mutationFn: () => fetchUsersCsv(listing),
    onSuccess: (content) => saveFile(`${table.caption.toLowerCase()}.csv`, content),
    onError: (error) => toast.error(error.message),
  });
  const tablePage = {
    rows: found.users,
    total: found.total,
    page,
    pageCount,
    firstIndex: page * pageSize,
  };
  return (
    <div className="space-y-3">
      {isNarrow ? (
        <TableCards table={table} tablePage={tablePage} order={order} onOrder={setOrder} />
      ) : (
        <TableRows
          table={table}
          tablePage={tablePage}
          order={order}
          onSort={(key) => setOrder(getNextOrder(order, key))}
        />
      )}
      <Pager
        caption={table.caption}
        tablePage={tablePage}
        pageSize={pageSize}
        onPage={setPage}
        onPageSize={setPageSize}
        onSave={mutate}
        isSaving={isPending}
      />
    </div>
  );
};

/** The users of one role, page by page. `group` is the heading, such as 'Students'. */
export const UserTable = ({ group, type, search }: { group: string; type: UserType; search: string }) => {
  const heading = useRef<HTMLHeadingElement>(null);
  const state = useUserTable(type, search);
  const { query } = state;
  const table: TableParts<User> = {
    caption: group,
    columns,
    getKey: ({ _id }) => _id,
    useRowClass: useTint,
    actions: (user) => (
      <UserButtons user={user} onRemoved={() => heading.current?.focus({ preventScroll: true })} />
    ),
  };
  return (
    <section aria-labelledby={`group-${group}`} aria-busy={query.isPlaceholderData}>
      <h2
        id={`group-${group}`}
        ref={heading}
        tabIndex={-1}
        className="mb-4 flex items-baseline gap-3 font-serif text-xl font-semibold outline-none"
      >
        {group}
        <span className="font-sans text-sm font-normal text-muted tabular-nums">
          {query.data?.total.toLocaleString('en')}
        </span>
      </h2>
      <QueryView
        query={query}
        title={`The ${group.toLowerCase()} could not be loaded`}
        loading={
          <Loading label={`Loading the ${group.toLowerCase()}`}>
            <Skeleton className="h-56" />
          </Loading>
        }
      >
        {(found) => (
          <div className={classNames('transition-opacity', query.isPlaceholderData && 'opacity-60')}>
            {found.total === 0 && search === '' && (
              <EmptyState sentence={`No ${group.toLowerCase()} available`} />
            )}
            {found.total === 0 && search !== '' && <p className="text-muted">No results for “{search}”.</p>}
            {found.total > 0 && <Rows found={found} table={table} state={state} />}
          </div>
        )}
      </QueryView>
    </section>
  );
};
