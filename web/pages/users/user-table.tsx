import { useAtomValue } from 'jotai';
import { useMemo, useRef } from 'react';
import type { User } from '#contract/schemas/users.ts';
import { changeNumberAtom } from '../../client/live/changed-records.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import type { DataTableColumn } from '../../ui/data-table/table-props.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { UserButtons } from './user-buttons.tsx';

const columns: DataTableColumn<User>[] = [
  { key: 'name', heading: 'Name', getText: ({ name }) => name, className: 'min-w-40 font-medium' },
  { key: 'email', heading: 'Email', getText: ({ email }) => email, className: 'min-w-52' },
  {
    key: 'image',
    heading: 'Image',
    getText: ({ imageUrl }) => imageUrl,
    isSortable: false,
    isFilterable: false,
    cell: ({ name, imageUrl }) => <Avatar name={name} url={imageUrl} className="size-10" />,
  },
];

/** Highlights a row for a moment when its user changes. */
const useTint = ({ _id }: User): string | undefined =>
  useAtomValue(useMemo(() => changeNumberAtom(_id), [_id])) === null ? undefined : 'tint-changed';

/** The users of one role. `group` is the heading, such as 'Students'. */
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
        getKey={({ _id }) => _id}
        filter={filter}
        useRowClass={useTint}
        fileName={group.toLowerCase()}
        empty={<EmptyState sentence={`No ${group.toLowerCase()} available`} />}
        actions={(user) => <UserButtons user={user} onRemoved={() => heading.current?.focus()} />}
      />
    </section>
  );
};
