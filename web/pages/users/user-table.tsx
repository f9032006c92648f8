import { useAtomValue } from 'jotai';
import { useMemo, useRef } from 'react';
import type { User } from '#contract/users.ts';
import { changeOfAtom } from '../../client/live/recent-changes.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { DataTable, type ShownColumn } from '../../ui/data-table/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { UserActions } from './user-actions.tsx';

const columns: ShownColumn<User>[] = [
  { key: 'name', heading: 'Name', text: ({ name }) => name, className: 'min-w-40 font-medium' },
  { key: 'email', heading: 'Email', text: ({ email }) => email, className: 'min-w-52' },
  {
    key: 'image',
    heading: 'Image',
    text: ({ imageUrl }) => imageUrl,
    sortable: false,
    filterable: false,
    cell: ({ name, imageUrl }) => <Avatar name={name} url={imageUrl} className="size-10" />,
  },
];

/** A person whose record changed just now, here or anywhere, is tinted for a moment. */
const useTint = ({ _id }: User): string | undefined =>
  useAtomValue(useMemo(() => changeOfAtom(_id), [_id])) === null ? undefined : 'tint-changed';

/** The people of one role. `group` is its plural: 'Students'. */
export const UserTable = ({
  group,
  users,
  filter,
}: {
  group: string;
  users: readonly User[];
  filter: string;
}) => {
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
        keyOf={({ _id }) => _id}
        filter={filter}
        useRowClass={useTint}
        fileName={group.toLowerCase()}
        empty={<EmptyState sentence={`No ${group.toLowerCase()} available`} />}
        actions={(user) => <UserActions user={user} onRemoved={() => heading.current?.focus()} />}
      />
    </section>
  );
};
