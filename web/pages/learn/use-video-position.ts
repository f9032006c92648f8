import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { modulesPerCourse } from '#contract/schemas/enrolments.ts';
import { ApiError, isTransient } from '../../client/api/api-error.ts';
import { savePlaybackPosition } from '../../domains/playback/playback-actions.ts';
import { createPositionReporter, type PositionReporter } from '../../domains/playback/position-reporter.ts';
import type { PlayerStart } from '../../domains/videos/player/player-types.ts';
import type { VideoPosition } from '../../domains/videos/video-position.ts';
import { useIsLeaving } from '../../ui/use-is-leaving.ts';
import { parseAddressPosition } from './opening-position.ts';

/** Returns the delay before a retry: null for no retry, undefined for the reporter's default delay. */
const getRetryDelayMs = (failure: unknown): number | null | undefined => {
  if (!isTransient(failure)) return null;
  return failure instanceof ApiError ? (failure.retryAfterMs ?? undefined) : undefined;
};

/** Returns a reporter that sends the playback position to the server. A pending report is sent when the page is hidden or left. */
const usePositionReporter = (enrolmentId: string): PositionReporter => {
  const [reporter] = useState(() =>
    createPositionReporter({
      send: ({ module, second }, { secondsAgo, isLeaving }) =>
        savePlaybackPosition(
          { enrolmentId, module, second, ...(secondsAgo > 0 ? { secondsAgo } : {}) },
          isLeaving,
        ),
      retryAfterMs: getRetryDelayMs,
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

const createPositionKey = (search: URLSearchParams) => `${search.get('module')} ${search.get('second')}`;

/**
 * The video position of the lesson: the current module and where its video starts. A move to a different module is
 * written to the address. When the player reports a position, the second is removed from the address.
 */
export const useVideoPosition = (enrolmentId: string, opening: VideoPosition) => {
  const [search, setSearch] = useSearchParams();
  const isLeaving = useIsLeaving();
  const [current, setCurrent] = useState<{ module: number; start: PlayerStart }>({
    module: opening.module,
    start: { second: opening.second, shouldPlay: false },
  });
  const currentPosition = useRef<VideoPosition>(opening);
  const isPlaying = useRef(false);
  const reporter = usePositionReporter(enrolmentId);

  const handledPositionKey = useRef(createPositionKey(search));
  const putModuleInAddress = (module: number) => {
    if (isLeaving()) return;
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        after.set('module', String(module));
        after.delete('second');
        handledPositionKey.current = createPositionKey(after);
        return after;
      },
      { replace: true },
    );
  };
  const moveTo = (to: VideoPosition, shouldPlay: boolean) => {
    currentPosition.current = to;
    setCurrent({ module: to.module, start: { second: to.second, shouldPlay } });
  };
  const goTo = (to: VideoPosition, shouldPlay = isPlaying.current) => {
    moveTo(to, shouldPlay);
    reporter.reportStopped({ module: to.module, second: Math.floor(to.second) });
    putModuleInAddress(to.module);
  };

  // Follows the address when the user has changed it, with a link on the page or by going back. The position that
  // `putModuleInAddress` has written is already shown.
  useEffect(() => {
    if (createPositionKey(search) === handledPositionKey.current) return;
    handledPositionKey.current = createPositionKey(search);
    const to = parseAddressPosition(search);
    if (to !== null) moveTo({ module: to.module, second: to.second ?? 0 }, false);
  });

  return {
    ...current,
    currentPosition,
    goTo,
    step: (by: 1 | -1) => {
      const module = Math.min(Math.max(current.module + by, 1), modulesPerCourse);
      if (module !== current.module) goTo({ module, second: 0 });
    },
    onPlaying: (playing: boolean) => {
      isPlaying.current = playing;
    },
    onPosition: (second: number, isStopped: boolean) => {
      const reported = { module: current.module, second: Math.floor(second) };
      currentPosition.current = { module: current.module, second };
      if (isStopped) reporter.reportStopped(reported);
      else reporter.reportPlaying(reported);
      if (search.has('second')) putModuleInAddress(current.module);
    },
  };
};
