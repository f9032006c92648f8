import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { modulesOfACourse } from '#contract/enrolments.ts';
import type { Beginning } from '../../domains/videos/player/player.ts';
import { placeInAddress } from './opening-place.ts';
import type { Place } from './tabs/lesson.ts';
import { useKeeper } from './use-keeper.ts';

const named = (search: URLSearchParams) => `${search.get('module')} ${search.get('second')}`;

/**
 * Where the student stands: which module is shown and where its video begins. The module is in the address; a second in
 * the address stays until the video has gone on from there.
 */
export const usePlace = (enrolmentId: string, opening: Place) => {
  const [search, setSearch] = useSearchParams();
  const [shown, setShown] = useState<{ module: number; beginning: Beginning }>({
    module: opening.module,
    beginning: { second: opening.second, playing: false },
  });
  const place = useRef<Place>(opening);
  const playing = useRef(false);
  const keeper = useKeeper(enrolmentId);

  const followed = useRef(named(search));
  const name = (module: number) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        after.set('module', String(module));
        after.delete('second');
        followed.current = named(after);
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  const stand = (to: Place, andPlay: boolean) => {
    place.current = to;
    setShown({ module: to.module, beginning: { second: to.second, playing: andPlay } });
  };
  const goTo = (to: Place, andPlay = playing.current) => {
    stand(to, andPlay);
    keeper.rest({ module: to.module, second: Math.floor(to.second) });
    name(to.module);
  };

  // A link within the page, or Back, may name another place.
  useEffect(() => {
    if (named(search) === followed.current) return;
    followed.current = named(search);
    const to = placeInAddress(search);
    if (to !== null) stand({ module: to.module, second: to.second ?? 0 }, false);
  });

  return {
    ...shown,
    place,
    goTo,
    step: (by: 1 | -1) => {
      const module = Math.min(Math.max(shown.module + by, 1), modulesOfACourse);
      if (module !== shown.module) goTo({ module, second: 0 });
    },
    onPlaying: (now: boolean) => {
      playing.current = now;
    },
    onPlace: (second: number, resting: boolean) => {
      const at = { module: shown.module, second: Math.floor(second) };
      place.current = { module: shown.module, second };
      if (resting) keeper.rest(at);
      else keeper.pass(at);
      if (search.has('second')) name(shown.module);
    },
  };
};
