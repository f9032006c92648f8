import { CircleAlert } from 'lucide-react';
import { Button } from '../../ui/button.tsx';

/** Says that somebody else has saved marks for the quiz on the page; what was typed here stays until one decides. */
export const MarkedMeanwhile = ({ shown, onTake }: { shown: boolean; onTake: () => void }) => (
  <div role="status">
    {shown && (
      <p className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-hairline bg-warning-ground px-4 py-3 text-sm font-medium text-warning">
        <CircleAlert className="size-5 shrink-0" aria-hidden="true" />
        Somebody else has saved marks for this quiz meanwhile. Saving yours takes their place.
        <Button look="second" size="small" className="sm:ml-auto" onClick={onTake}>
          Show theirs
        </Button>
      </p>
    )}
  </div>
);
