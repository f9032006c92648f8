import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import type { AuditKind } from '#contract/schemas/audit.ts';
import type { User } from '#contract/schemas/users.ts';
import type { AuditFilter } from '../../../domains/audit/audit-filter.ts';
import { directoryQuery, userQuery } from '../../../domains/users/user-queries.ts';
import { Button } from '../../../ui/button.tsx';
import { Input, Options, Select } from '../../../ui/field.tsx';
import { useDebounced } from '../../../ui/use-debounced.ts';
import { useQueryParams } from '../../../ui/use-query-text.ts';

const formatUser = ({ name, email }: User) => `${name} (${email})`;

const findUser = (users: readonly User[], text: string): User | undefined =>
  users.find((user) => formatUser(user) === text || user.email === text.trim().toLowerCase());

/** How long the Admin must stop typing before the search begins. */
const auditTypingPauseMs = 200;
const maxSuggestions = 10;

/** Returns the label of the selected user; '' if nobody is selected, or if the user is not loaded. */
const useSelectedLabel = (selectedId: string | null): string => {
  const { data } = useQuery({ ...userQuery(selectedId ?? ''), enabled: selectedId !== null });
  if (selectedId === null || data === undefined) return '';
  const [user] = data.users;
  return user ? formatUser(user) : 'Removed user';
};

/**
 * Selects a user by name and e-mail address, and suggests the first matches. A removed user has neither, and can be
 * selected only by a link. Reading users is recorded, so no suggestions are fetched before the Admin types.
 */
const PersonSelect = ({
  selectedId,
  onSelect,
}: {
  selectedId: string | null;
  onSelect: (id: string | null) => void;
}) => {
  const listId = useId();
  const label = useSelectedLabel(selectedId);
  // The typed text belongs to one selection. The label of the same user, which may arrive later, does not replace the text.
  const [typed, setTyped] = useState<{ text: string; selectedId: string | null } | null>(null);
  const [shownId, setShownId] = useState(selectedId);
  // A different selection discards the typed text. Otherwise the text would come back with the former selection.
  if (selectedId !== shownId) {
    setShownId(selectedId);
    if (typed?.selectedId !== selectedId) setTyped(null);
  }
  const text = typed?.selectedId === selectedId ? typed.text : label;
  const search = useDebounced(text, auditTypingPauseMs).trim();
  const { data: found } = useQuery({
    ...directoryQuery({ search }, 1, maxSuggestions),
    // When another user is selected, or nobody, `search` is for a moment still the former label, which nobody typed.
    enabled: search !== '' && search === text.trim() && search !== label,
    placeholderData: keepPreviousData,
  });
  const users = found?.users ?? [];
  const select = (text: string) => {
    const user = findUser(users, text);
    if (!user) return;
    setTyped({ text: formatUser(user), selectedId: user._id });
    onSelect(user._id);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the typed text is looked up again only when the search has found other users
  useEffect(() => {
    if (text !== label) select(text);
  }, [found]);
  const handleInput = (text: string) => {
    setTyped({ text, selectedId: text === '' ? null : selectedId });
    if (text === '') onSelect(null);
    select(text);
  };
  return (
    <>
      <Input
        label="Person"
        fieldClassName="max-sm:col-span-2"
        type="search"
        list={listId}
        placeholder="Anyone"
        autoComplete="off"
        value={text}
        onChange={(event) => handleInput(event.target.value)}
      />
      <datalist id={listId}>
        {users.map((user) => (
          <option key={user._id} value={formatUser(user)} />
        ))}
      </datalist>
    </>
  );
};

const kindNames: Record<AuditKind, string> = {
  courses: 'Courses',
  people: 'People',
  reviews: 'Reviews',
  announcements: 'Announcements',
  learning: 'Learning',
  quizzes: 'Quizzes',
  notes: 'Notes',
  readings: 'Data access by Admins',
  exports: 'Log exports',
  removals: 'Removals',
};

/** The filters of the history, stored in the address. The record filter is set only by links, for example from an entry. */
export const AuditControls = ({ filter }: { filter: AuditFilter }) => {
  const { put } = useQueryParams();
  return (
    <div className="mt-8 grid max-w-4xl grid-cols-2 gap-4 *:min-w-0 lg:grid-cols-[1fr_1.6fr_auto_auto]">
      <Select
        label="Kind"
        fieldClassName="max-sm:col-span-2"
        value={filter.kind ?? ''}
        onChange={(event) => put({ kind: event.target.value })}
      >
        <option value="">All</option>
        <Options names={kindNames} />
      </Select>
      <PersonSelect selectedId={filter.person} onSelect={(person) => put({ person: person ?? '' })} />
      <Input
        label="From"
        type="date"
        value={filter.from ?? ''}
        max={filter.to ?? undefined}
        onChange={(event) => put({ from: event.target.value })}
      />
      <Input
        label="To"
        type="date"
        value={filter.to ?? ''}
        min={filter.from ?? undefined}
        onChange={(event) => put({ to: event.target.value })}
      />
      {filter.record !== null && (
        <p className="flex flex-wrap items-center gap-3 col-span-full">
          <span className="text-muted">Showing the history of one record.</span>
          <Button variant="secondary" size="small" onClick={() => put({ record: '' })}>
            <X className="size-4" />
            Show all records
          </Button>
        </p>
      )}
    </div>
  );
};
