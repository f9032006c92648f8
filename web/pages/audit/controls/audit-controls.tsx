import { X } from 'lucide-react';
import type { AuditKind } from '#contract/audit.ts';
import { auditKinds } from '#contract/audit.ts';
import type { AuditFilter } from '../../../domains/audit/filter.ts';
import { useAddressQuery } from '../../../ui/use-text-in-address.ts';
import { Button } from '../../../ui/button.tsx';
import { Input, Select } from '../../../ui/field.tsx';
import { PersonChoice } from './person-choice.tsx';

const kindNames: Record<AuditKind, string> = {
  courses: 'Courses',
  people: 'People',
  reviews: 'Reviews',
  announcements: 'Announcements',
  learning: 'Learning',
  quizzes: 'Quizzes',
  notes: 'Notes',
  readings: 'Readings by Admins',
  exports: 'Exports of the log',
  removals: 'Removals',
};

/** What the history is kept to: kind, person, days; a record comes from the links that lead here. All in the address. */
export const AuditControls = ({ filter }: { filter: AuditFilter }) => {
  const { put } = useAddressQuery();
  return (
    <div className="mt-8 grid max-w-4xl grid-cols-2 gap-4 *:min-w-0 lg:grid-cols-[1fr_1.6fr_auto_auto]">
      <Select
        label="Kind"
        fieldClassName="max-sm:col-span-2"
        value={filter.kind ?? ''}
        onChange={(event) => put({ kind: event.target.value })}
      >
        <option value="">Everything</option>
        {(Object.keys(auditKinds) as AuditKind[]).map((kind) => (
          <option key={kind} value={kind}>
            {kindNames[kind]}
          </option>
        ))}
      </Select>
      <PersonChoice chosen={filter.person} onChoose={(person) => put({ person: person ?? '' })} />
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
          <span className="text-muted">Only the history of one record is shown.</span>
          <Button look="second" size="small" onClick={() => put({ record: '' })}>
            <X className="size-4" aria-hidden="true" />
            Show all records
          </Button>
        </p>
      )}
    </div>
  );
};
