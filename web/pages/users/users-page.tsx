import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { maxSearchLength } from '#contract/fields/text.ts';
import type { UserType } from '#contract/schemas/users.ts';
import { Input } from '../../ui/field.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { typingPauseMs, useDebounced } from '../../ui/use-debounced.ts';
import { RoleRequests } from './role-requests.tsx';
import { UserTable } from './user-table.tsx';

const groups: readonly { name: string; type: UserType }[] = [
  { name: 'Students', type: 'Student' },
  { name: 'Instructors', type: 'Instructor' },
  { name: 'Admins', type: 'Admin' },
];

/** Returns the text with which the palette opened this page. It is not in the address, because it is personal. */
const readFilter = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'filter' in state && typeof state.filter === 'string'
    ? state.filter
    : '';

export default function UsersPage() {
  const { state } = useLocation();
  const [filter, setFilter] = useState(() => readFilter(state));
  // The palette may also open this page while it is shown.
  useEffect(() => {
    if (readFilter(state) !== '') setFilter(readFilter(state));
  }, [state]);
  const search = useDebounced(filter, typingPauseMs).trim();
  return (
    <Page>
      <PageHeading title="User Management Dashboard" subtitle="Manage users and roles." />
      <div className="mt-8 mb-10 max-w-md">
        <Input
          label="Filter by name or e-mail"
          type="search"
          maxLength={maxSearchLength}
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
        />
      </div>
      <div className="space-y-12">
        <RoleRequests />
        {groups.map(({ name, type }) => (
          <UserTable key={name} group={name} type={type} search={search} />
        ))}
      </div>
    </Page>
  );
}
