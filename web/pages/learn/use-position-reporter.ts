import { useEffect, useState } from 'react';
import { ApiError, isTransient } from '../../client/api/api-error.ts';
import { savePlaybackPosition } from '../../domains/playback/playback-actions.ts';
import { createPositionReporter, type PositionReporter } from '../../domains/playback/position-reporter.ts';

const retryAfter = (failure: unknown): number | null | undefined => {
  if (!isTransient(failure)) return null;
  return failure instanceof ApiError ? (failure.retryAfterMs ?? undefined) : undefined;
};

/** Reports the playback position to the server. A pending report is sent when the page is hidden. */
export const usePositionReporter = (enrolmentId: string): PositionReporter => {
  const [reporter] = useState(() =>
    createPositionReporter({
      send: ({ module, second }, { secondsAgo, isLeaving }) =>
        savePlaybackPosition(
          { enrolmentId, module, second, ...(secondsAgo > 0 ? { secondsAgo } : {}) },
          isLeaving,
        ),
      retryAfter,
    }),
  );
  useEffect(() => {
    const flush = () => reporter.flush();
    const onVisibilityChange = () => {
      if (document.visibilityState === 'hidden') flush();
    };
    addEventListener('pagehide', flush);
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => {
      removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', onVisibilityChange);
      flush();
    };
  }, [reporter]);
  return reporter;
};
