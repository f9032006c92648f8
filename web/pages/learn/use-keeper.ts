import { useEffect, useState } from 'react';
import { ApiError, isPassing } from '../../client/api/api-error.ts';
import { type PlaceKeeper, placeKeeper } from '../../domains/playback/place-keeper.ts';
import { keepPlayback } from '../../domains/playback/playback.ts';

const waitAfter = (failure: unknown): number | null | undefined => {
  if (!isPassing(failure)) return null;
  return failure instanceof ApiError ? (failure.retryAfterMs ?? undefined) : undefined;
};

/** Has the server know where the student stands in this course; what is left to be told goes out when the page goes away. */
export const useKeeper = (enrolmentId: string): PlaceKeeper => {
  const [keeper] = useState(() =>
    placeKeeper({
      tell: ({ module, second }, { secondsAgo, leaving }) =>
        keepPlayback({ enrolmentId, module, second, ...(secondsAgo > 0 ? { secondsAgo } : {}) }, leaving),
      waitAfter,
    }),
  );
  useEffect(() => {
    const leave = () => keeper.leave();
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
