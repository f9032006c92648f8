import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { modulesPerCourse } from '#contract/schemas/enrolments.ts';
import type { PlayerStart } from '../../domains/videos/player/player-types.ts';
import { parseAddressPosition } from './opening-position.ts';
import type { VideoPosition } from './tabs/lesson.ts';
import { usePositionReporter } from './use-position-reporter.ts';

const positionKey = (search: URLSearchParams) => `${search.get('module')} ${search.get('second')}`;

/**
 * The video position of the lesson: the shown module and where its video starts. The address contains the module; a second is removed
 * from it once the video has played on.
 */
export const useVideoPosition = (enrolmentId: string, opening: VideoPosition) => {
  const [search, setSearch] = useSearchParams();
  const [shown, setShown] = useState<{ module: number; beginning: PlayerStart }>({
    module: opening.module,
    beginning: { second: opening.second, playing: false },
  });
  const place = useRef<VideoPosition>(opening);
  const playing = useRef(false);
  const keeper = usePositionReporter(enrolmentId);

  const followed = useRef(positionKey(search));
  const name = (module: number) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        after.set('module', String(module));
        after.delete('second');
        followed.current = positionKey(after);
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  const stand = (to: VideoPosition, andPlay: boolean) => {
    place.current = to;
    setShown({ module: to.module, beginning: { second: to.second, playing: andPlay } });
  };
  const goTo = (to: VideoPosition, andPlay = playing.current) => {
    stand(to, andPlay);
    keeper.reportStopped({ module: to.module, second: Math.floor(to.second) });
    name(to.module);
  };

  // A link within the page, or Back, may name another place.
  useEffect(() => {
    if (positionKey(search) === followed.current) return;
    followed.current = positionKey(search);
    const to = parseAddressPosition(search);
    if (to !== null) stand({ module: to.module, second: to.second ?? 0 }, false);
  });

  return {
    ...shown,
    place,
    goTo,
    step: (by: 1 | -1) => {
      const module = Math.min(Math.max(shown.module + by, 1), modulesPerCourse);
      if (module !== shown.module) goTo({ module, second: 0 });
    },
    onPlaying: (now: boolean) => {
      playing.current = now;
    },
    onPlace: (second: number, resting: boolean) => {
      const at = { module: shown.module, second: Math.floor(second) };
      place.current = { module: shown.module, second };
      if (resting) keeper.reportStopped(at);
      else keeper.reportPlaying(at);
      if (search.has('second')) name(shown.module);
    },
  };
};
