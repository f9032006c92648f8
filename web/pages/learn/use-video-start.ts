import { useEffect, useEffectEvent, useState } from 'react';
import type { PlayerStart } from '../../domains/videos/player/player-types.ts';

const fromBeginning: PlayerStart = { second: 0, playing: false };

/**
 * Returns where the current video starts. If the instructor replaces the video while it is playing, the new one starts at 0.
 * @param onReplaced called once for each replacement.
 */
export const useVideoStart = (start: PlayerStart, src: string, onReplaced: () => void): PlayerStart => {
  const [known, setKnown] = useState({ start, src });
  if (known.start !== start) setKnown({ start, src });
  const isReplaced = known.start === start && known.src !== src;
  const notify = useEffectEvent((_src: string) => onReplaced());
  useEffect(() => {
    if (isReplaced) notify(src);
  }, [isReplaced, src]);
  return isReplaced ? fromBeginning : start;
};
