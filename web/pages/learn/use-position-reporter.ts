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
  const [keeper] = useState(() =>
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
    const leave = () => keeper.flush();
    const onVisibility = () => {
      if (document.visibilityState === 'hidden') leave();
    };
    addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', onVisibility);
      leave();
    };
  }, [keeper]);
  return keeper;
};
