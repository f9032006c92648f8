import { useEffect, useEffectEvent, useState } from 'react';
import type { PlayerStart } from '../../domains/videos/player/player-types.ts';

const atItsStart: PlayerStart = { second: 0, playing: false };

/**
 * Returns where the shown video starts. If the instructor replaces the video while it is shown, the new one starts at 0.
 * @param onReplaced called once for each replacement.
 */
export const useVideoStart = (beginning: PlayerStart, src: string, onReplaced: () => void): PlayerStart => {
  const [meant, setMeant] = useState({ beginning, src });
  if (meant.beginning !== beginning) setMeant({ beginning, src });
  const replaced = meant.beginning === beginning && meant.src !== src;
  const tell = useEffectEvent((_src: string) => onReplaced());
  useEffect(() => {
    if (replaced) tell(src);
  }, [replaced, src]);
  return replaced ? atItsStart : beginning;
};
