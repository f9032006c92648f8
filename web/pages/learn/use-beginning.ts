import { useEffect, useEffectEvent, useState } from 'react';
import type { Beginning } from '../../domains/videos/player/player.ts';

const atItsStart: Beginning = { second: 0, playing: false };

/**
 * Where the shown video begins. A place belongs to the video that it was a place in: one that takes its place while it is
 * shown (the instructor has set another) begins at its start.
 * @param onReplaced called once for each video that took another's place.
 */
export const useBeginning = (beginning: Beginning, src: string, onReplaced: () => void): Beginning => {
  const [meant, setMeant] = useState({ beginning, src });
  if (meant.beginning !== beginning) setMeant({ beginning, src });
  const replaced = meant.beginning === beginning && meant.src !== src;
  const tell = useEffectEvent((_src: string) => onReplaced());
  useEffect(() => {
    if (replaced) tell(src);
  }, [replaced, src]);
  return replaced ? atItsStart : beginning;
};
