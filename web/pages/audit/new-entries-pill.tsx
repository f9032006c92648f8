import { ArrowUp } from 'lucide-react';
import { Button } from '../../ui/button.tsx';

/** Shows new entries on demand, so that the list does not move while somebody reads it. */
export const NewEntriesPill = ({
  count,
  isAtLeast,
  onShow,
}: {
  count: number;
  isAtLeast: boolean;
  onShow: () => void;
}) => (
  <div role="status" className="sticky top-20 z-10 mb-4 flex justify-center empty:hidden">
    {count > 0 && (
      <Button size="small" className="rounded-full shadow-card" onClick={onShow}>
        <ArrowUp className="size-4" aria-hidden="true" />
        {count}
        {isAtLeast && ' or more'} new {count === 1 ? 'change' : 'changes'} · Show
      </Button>
    )}
  </div>
);
