import { type RefObject, useSyncExternalStore } from 'react';

/** The elements to show in full screen: the frame, which contains the video and its controls, or on iPhones only the video. */
export type FullScreenElements = {
  frame: RefObject<HTMLElement | null>;
  video: RefObject<HTMLVideoElement | null>;
};

type IPhoneVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void };

const subscribe = (onChange: () => void) => {
  document.addEventListener('fullscreenchange', onChange);
  return () => document.removeEventListener('fullscreenchange', onChange);
};

const hasIPhoneFullScreen = () => 'webkitEnterFullscreen' in HTMLVideoElement.prototype;

export const useFullScreen = ({ frame, video }: FullScreenElements) => {
  const isOn = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null);
  const toggle = () => {
    if (isOn) void document.exitFullscreen();
    else if (document.fullscreenEnabled) frame.current?.requestFullscreen().catch(() => undefined);
    else (video.current as IPhoneVideo | null)?.webkitEnterFullscreen?.();
  };
  return { isOn, isPossible: document.fullscreenEnabled || hasIPhoneFullScreen(), toggle };
};
