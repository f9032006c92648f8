import { UsersRound } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { Button } from './button.tsx';

/**
 * Shows that somebody else has changed what the user is editing. The user decides which version to keep.
 * @param buttons shown before the two choices.
 * @param children details below the buttons.
 */
export const ConflictBanner = ({
  text,
  onTake,
  onKeep,
  buttons,
  children,
  ref,
}: {
  text: ReactNode;
  onTake: () => void;
  onKeep: () => void;
  buttons?: ReactNode;
  children?: ReactNode;
  ref: Ref<HTMLElement>;
}) => (
  <section
    ref={ref}
    tabIndex={-1}
    aria-label="Changed by somebody else"
    className="rounded-card border border-warning bg-warning-ground p-4"
  >
    <p role="status" className="flex gap-3 font-medium text-warning">
      <UsersRound className="mt-0.5 size-5 shrink-0" />
      {text}
    </p>
    <div className="mt-3 flex flex-wrap gap-2">
      {buttons}
      <Button variant="secondary" size="small" onClick={onTake}>
        Use theirs
      </Button>
      <Button variant="secondary" size="small" onClick={onKeep}>
        Keep mine
      </Button>
    </div>
    {children}
  </section>
);
