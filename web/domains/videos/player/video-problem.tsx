import { CircleAlert, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';

/** Covers the video with a sentence about a problem and a Retry button. The rest of the page keeps working. */
export const VideoProblem = ({
  sentence,
  onRetry,
  children,
}: {
  sentence: string;
  onRetry: () => void;
  children?: ReactNode;
}) => (
  <div
    role="alert"
    className="absolute inset-0 z-10 flex flex-col items-center justify-center gap-3 overflow-y-auto bg-surface p-4 text-center"
  >
    <CircleAlert className="size-7 shrink-0 text-bad" />
    <p className="font-medium">{sentence}</p>
    <div className="flex flex-wrap justify-center gap-2">
      <Button variant="secondary" size="small" onClick={onRetry}>
        <RotateCw className="size-4" />
        Retry
      </Button>
      {children}
    </div>
  </div>
);
