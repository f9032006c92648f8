import { useQuery } from '@tanstack/react-query';
import { UsersRound } from 'lucide-react';
import { type Ref, useState } from 'react';
import { usersQuery } from '../../domains/users/users-query.ts';
import { Button } from '../../ui/button.tsx';
import { type FieldName, fieldLabels, type Typed } from './course-fields.ts';

const list = new Intl.ListFormat('en', { type: 'conjunction' });

const Side = ({ whose, text }: { whose: string; text: string }) => (
  <div className="min-w-0">
    <p className="text-xs font-medium text-muted">{whose}</p>
    <p className="max-h-40 overflow-y-auto whitespace-pre-wrap break-words text-sm">{text || '(empty)'}</p>
  </div>
);

/**
 * Somebody else has changed the course meanwhile. Nothing typed is touched: the person looks at their version and decides,
 * field by field or for all at once.
 */
export const TheirsBanner = ({
  disputed,
  mine,
  theirs,
  onTake,
  onKeep,
  ref,
}: {
  disputed: readonly FieldName[];
  mine: Typed;
  theirs: Typed;
  onTake: (names: readonly FieldName[]) => void;
  onKeep: (names: readonly FieldName[]) => void;
  ref: Ref<HTMLElement>;
}) => {
  const [open, setOpen] = useState(false);
  const { data: users } = useQuery(usersQuery);
  const inWords = (name: FieldName, typed: string) =>
    name === 'instructorId' ? (users?.find(({ _id }) => _id === typed)?.name ?? '') : typed;
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-label="Changed by somebody else"
      className="rounded-card border border-warning bg-warning-ground p-4"
    >
      <p role="status" className="flex gap-3 font-medium text-warning">
        <UsersRound className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
        Somebody changed this course while you were editing it:{' '}
        {list.format(disputed.map((name) => fieldLabels[name]))}. What you typed is still here.
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button look="second" size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Hide their version' : 'Show their version'}
        </Button>
        <Button look="second" size="small" onClick={() => onTake(disputed)}>
          Take theirs
        </Button>
        <Button look="second" size="small" onClick={() => onKeep(disputed)}>
          Keep mine
        </Button>
      </div>
      {open && (
        <ul className="mt-4 space-y-3">
          {disputed.map((name) => (
            <li key={name} className="rounded-control border border-hairline bg-surface p-3">
              <p className="text-sm font-semibold">{fieldLabels[name]}</p>
              <div className="mt-2 grid gap-3 sm:grid-cols-2">
                <Side whose="Theirs" text={inWords(name, theirs[name])} />
                <Side whose="Yours" text={inWords(name, mine[name])} />
              </div>
              <div className="mt-3 flex flex-wrap gap-2">
                <Button look="quiet" size="small" onClick={() => onTake([name])}>
                  Take theirs <span className="sr-only">for {fieldLabels[name]}</span>
                </Button>
                <Button look="quiet" size="small" onClick={() => onKeep([name])}>
                  Keep mine <span className="sr-only">for {fieldLabels[name]}</span>
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};
