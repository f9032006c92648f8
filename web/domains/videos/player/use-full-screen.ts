import { type RefObject, useSyncExternalStore } from 'react';

/** The elements to show in full screen: the frame with the video and its controls. iPhones allow only the video without them. */
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
