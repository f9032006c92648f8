import { UsersRound } from 'lucide-react';
import type { Ref } from 'react';
import { Button } from '../../ui/button.tsx';

/** Shows that the videos were changed elsewhere. The user decides which version to keep. */
export const ConflictBanner = ({
  ref,
  onTake,
  onKeep,
}: {
  ref: Ref<HTMLElement>;
  onTake: () => void;
  onKeep: () => void;
}) => (
  <section
    ref={ref}
    tabIndex={-1}
    aria-label="Changed by somebody else"
    className="mb-6 rounded-card border border-warning bg-warning-ground p-4"
  >
    <p role="status" className="flex gap-3 font-medium text-warning">
      <UsersRound className="mt-0.5 size-5 shrink-0" />
      Somebody else changed the videos of this course. Your changes are still here.
    </p>
    <div className="mt-3 flex flex-wrap gap-2">
      <Button look="second" size="small" onClick={onTake}>
        Use theirs
      </Button>
      <Button look="second" size="small" onClick={onKeep}>
        Keep mine
      </Button>
    </div>
  </section>
);
