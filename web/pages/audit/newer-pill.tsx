import { ArrowUp } from 'lucide-react';
import { Button } from '../../ui/button.tsx';

/** Says that more has happened, and shows it when it is asked to: nothing moves under a reader's eyes. */
export const NewerPill = ({
  count,
  atLeast,
  onShow,
}: {
  count: number;
  atLeast: boolean;
  onShow: () => void;
}) => (
  <div role="status" className="sticky top-20 z-10 mb-4 flex justify-center empty:hidden">
    {count > 0 && (
      <Button size="small" className="rounded-full shadow-card" onClick={onShow}>
        <ArrowUp className="size-4" aria-hidden="true" />
        {count}
        {atLeast && ' or more'} new {count === 1 ? 'change' : 'changes'} · Show
      </Button>
    )}
  </div>
);
