import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import type { User, UserType } from '#contract/schemas/users.ts';
import { QueryView } from '../../client/api/query-view.tsx';
import { usersQuery } from '../../domains/users/user-queries.ts';
import { Input } from '../../ui/field.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { RoleRequests } from './role-requests.tsx';
import { UserTable } from './user-table.tsx';

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

export default function UsersPage() {
  const query = useQuery(usersQuery);
  const [filter, setFilter] = useState('');
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
