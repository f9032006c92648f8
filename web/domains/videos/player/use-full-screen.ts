import { type RefObject, useSyncExternalStore } from 'react';

/** What fills the screen: the frame with its controls; the bare video where a phone's browser allows no more. */
export type FullScreen = {
  frame: RefObject<HTMLElement | null>;
  video: RefObject<HTMLVideoElement | null>;
};

type VideoOfAPhone = HTMLVideoElement & { webkitEnterFullscreen?: () => void };

const subscribe = (changed: () => void) => {
  document.addEventListener('fullscreenchange', changed);
  return () => document.removeEventListener('fullscreenchange', changed);
};

const ofPhone = () => 'webkitEnterFullscreen' in HTMLVideoElement.prototype;

export const useFullScreen = ({ frame, video }: FullScreen) => {
  const on = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null);
  const toggle = () => {
    if (on) void document.exitFullscreen();
    else if (document.fullscreenEnabled) frame.current?.requestFullscreen().catch(() => undefined);
    else (video.current as VideoOfAPhone | null)?.webkitEnterFullscreen?.();
  };
  return { on, possible: document.fullscreenEnabled || ofPhone(), toggle };
};
