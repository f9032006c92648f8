import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { User, UserType } from '#contract/schemas/users.ts';
import { QueryView } from '../../client/api/query-view.tsx';
import { createChangeNumberAtom } from '../../client/live/changed-records.ts';
import { UserAvatar } from '../../domains/users/user-avatar.tsx';
import { usersQuery } from '../../domains/users/user-queries.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import type { DataTableColumn } from '../../ui/data-table/table-props.ts';
import { EmailAddress } from '../../ui/email-address.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Input } from '../../ui/field.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { RoleRequests } from './role-requests.tsx';
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
    isFilterable: false,
    cell: ({ name, imageUrl }) => <UserAvatar name={name} url={imageUrl} className="size-10" />,
  },
];

/** Returns the class that highlights a row for a moment when its user changes. */
const useTint = ({ _id }: User): string | undefined =>
  useAtomValue(useMemo(() => createChangeNumberAtom(_id), [_id])) === null ? undefined : 'tint-changed';

/** The users of one role. `group` is the heading, such as 'Students'. */
const UserTable = ({ group, users, filter }: { group: string; users: readonly User[]; filter: string }) => {
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section aria-labelledby={`group-${group}`}>
      <h2
        id={`group-${group}`}
        ref={heading}
        tabIndex={-1}
        className="mb-4 flex items-baseline gap-3 font-serif text-xl font-semibold outline-none"
      >
        {group}
        <span className="font-sans text-sm font-normal text-muted">{users.length}</span>
      </h2>
      <DataTable
        caption={group}
        rows={users}
        columns={columns}
        getKey={({ _id }) => _id}
        filter={filter}
        // Five columns with names, addresses and three buttons need the width.
        cardsBelowPx={1024}
        useRowClass={useTint}
        fileName={group.toLowerCase()}
        empty={<EmptyState sentence={`No ${group.toLowerCase()} available`} />}
        actions={(user) => <UserButtons user={user} onRemoved={() => heading.current?.focus()} />}
      />
    </section>
  );
};

const groups: readonly { name: string; type: UserType }[] = [
  { name: 'Students', type: 'Student' },
  { name: 'Instructors', type: 'Instructor' },
  { name: 'Admins', type: 'Admin' },
];

const loading = (
  <Loading label="Loading the users" className="space-y-12">
    {groups.map(({ name }) => (
      <div key={name} className="space-y-4">
        <Skeleton className="h-7 w-40" />
        <Skeleton className="h-56" />
      </div>
    ))}
  </Loading>
);

const Tables = ({ users, filter }: { users: readonly User[]; filter: string }) => {
  const byType = useMemo(() => Map.groupBy(users, ({ userType }) => userType), [users]);
  return (
    <div className="space-y-12">
      <RoleRequests users={users} />
      {groups.map(({ name, type }) => (
        <UserTable key={name} group={name} users={byType.get(type) ?? []} filter={filter} />
      ))}
    </div>
  );
};

/** Returns the text with which the palette opened this page. It is not in the address, because it is personal. */
const readFilter = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'filter' in state && typeof state.filter === 'string'
    ? state.filter
    : '';

export default function UsersPage() {
  const query = useQuery(usersQuery);
  const { state } = useLocation();
  const [filter, setFilter] = useState(() => readFilter(state));
  // The palette may also open this page while it is shown.
  useEffect(() => {
    if (readFilter(state) !== '') setFilter(readFilter(state));
  }, [state]);
  const deferredFilter = useDeferredValue(filter);
  return (
    <Page>
      <PageHeading title="User Management Dashboard" subtitle="Manage users and roles." />
      <div className="mt-8 mb-10 max-w-md">
        <Input
          label="Filter by name or e-mail"
          type="search"
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
        />
      </div>
      <QueryView query={query} title="The users could not be loaded" loading={loading}>
        {(users) => <Tables users={users} filter={deferredFilter} />}
      </QueryView>
    </Page>
  );
}
