import { CircleAlert } from 'lucide-react';
import { Button } from '../../ui/button.tsx';

/** Warns that somebody else has saved marks for this quiz. The input stays until the user decides. */
export const ConcurrentMarksBanner = ({
  isShown,
  onAcceptTheirs,
}: {
  isShown: boolean;
  onAcceptTheirs: () => void;
}) => (
  <div role="status">
    {isShown && (
      <p className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-hairline bg-warning-ground px-4 py-3 text-sm font-medium text-warning">
        <CircleAlert className="size-5 shrink-0" />
        Somebody else has saved marks for this quiz. Saving yours will replace them.
        <Button look="second" size="small" className="sm:ml-auto" onClick={onAcceptTheirs}>
          Show theirs
        </Button>
      </p>
    )}
  </div>
);
