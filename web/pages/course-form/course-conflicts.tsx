import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type Ref, useState } from 'react';
import { userQuery } from '../../domains/users/user-queries.ts';
import { Button } from '../../ui/button.tsx';
import { ConflictBanner } from '../../ui/conflict-banner.tsx';
import { type CourseFormText, type FieldName, fieldLabels } from './course-fields.ts';
import { describeTeacher } from './describe-teacher.ts';

const listFormat = new Intl.ListFormat('en', { type: 'conjunction' });

const Version = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="min-w-0">
    <p className="text-xs font-medium text-muted">{label}</p>
    <p className="max-h-40 overflow-y-auto whitespace-pre-wrap break-words text-sm">{children}</p>
  </div>
);

const empty = '(empty)';

/** The name of the user who teaches the course. */
const TeacherName = ({ id }: { id: string }) => {
  const { data, error } = useQuery({ ...userQuery(id), enabled: id !== '' });
  return id === '' ? empty : describeTeacher(data?.users, error !== null);
};

const formatField = (name: FieldName, value: string): ReactNode =>
  name === 'instructorId' ? <TeacherName id={value} /> : value || empty;

/** Shows that the course was changed elsewhere. The user decides for each field, or for all, which version to keep. */
export const CourseConflicts = ({
  conflicts,
  mine,
  theirs,
  onTake,
  onKeep,
  ref,
}: {
  conflicts: readonly FieldName[];
  mine: CourseFormText;
  theirs: CourseFormText;
  onTake: (names: readonly FieldName[]) => void;
  onKeep: (names: readonly FieldName[]) => void;
  ref: Ref<HTMLElement>;
}) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <ConflictBanner
      ref={ref}
      text={
        <>
          Somebody changed this course while you were editing it:{' '}
          {listFormat.format(conflicts.map((name) => fieldLabels[name]))}. Your changes are still here.
        </>
      }
      onTake={() => onTake(conflicts)}
      onKeep={() => onKeep(conflicts)}
      buttons={
        <Button variant="secondary" size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide their version' : 'Show their version'}
        </Button>
      }
    >
      {isOpen && (
        <ul className="mt-4 space-y-3">
          {conflicts.map((name) => (
            <li key={name} className="rounded-control border border-hairline bg-surface p-3">
              <p className="text-sm font-semibold">{fieldLabels[name]}</p>
              <div className="mt-2 grid gap-3 sm:grid-cols-2">
                <Version label="Theirs">{formatField(name, theirs[name])}</Version>
                <Version label="Yours">{formatField(name, mine[name])}</Version>
              </div>
              <div className="mt-3 flex flex-wrap gap-2">
                <Button variant="quiet" size="small" onClick={() => onTake([name])}>
                  Use theirs <span className="sr-only">for {fieldLabels[name]}</span>
                </Button>
                <Button variant="quiet" size="small" onClick={() => onKeep([name])}>
                  Keep mine <span className="sr-only">for {fieldLabels[name]}</span>
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
    </ConflictBanner>
  );
};
