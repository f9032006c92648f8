import { useEffect, useImperativeHandle, useRef, useState } from 'react';
import { loadTimeoutMs, type PlayerProps } from './player-types.ts';

export type VideoState = {
  status: 'loading' | 'ready' | 'failed';
  isPlaying: boolean;
  hasPlayed: boolean;
  hasEnded: boolean;
  /** The video stopped because it needs more data. */
  isWaiting: boolean;
  second: number;
  /** The length in seconds; null until it is known, and for a stream without an end. */
  duration: number | null;
};

/** Returns the second at which to start: the beginning if the position is in the last second, because nothing is left to watch. */
const getStartSecond = (second: number, duration: number) => (second >= duration - 1 ? 0 : second);

/** Returns whether `isLoading` has been true for longer than {@link loadTimeoutMs}. */
const useIsSlow = (isLoading: boolean): boolean => {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isLoading) return undefined;
    const timer = setTimeout(() => setSlow(true), loadTimeoutMs);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isLoading]);
  return isSlow;
};

/** Controls a `<video>` element and follows its state. */
export const useVideo = ({ start, onPosition, onPlaying, ref }: Omit<PlayerProps, 'video' | 'module'>) => {
  const element = useRef<HTMLVideoElement>(null);
  const playButton = useRef<HTMLButtonElement>(null);
  /**
   * Where the video continues when it has loaded, and whether it then plays. Updated while it plays, so that a retry continues at the
   * same position.
   */
  const target = useRef(start);
  /** Whether a move to `target` is in progress. Such a move is not reported, because the page has asked for it. */
  const isSeekingByCode = useRef(false);
  const [state, setState] = useState<VideoState>({
    status: 'loading',
    isPlaying: false,
    hasPlayed: false,
    hasEnded: false,
    isWaiting: false,
    second: start.second,
    duration: null,
  });
  const change = (changes: Partial<VideoState>) => setState((before) => ({ ...before, ...changes }));
  const isSlow = useIsSlow(state.status === 'loading' || state.isWaiting);

  const seek = (second: number) => {
    const video = element.current;
    if (!video) return;
    const end = Number.isFinite(video.duration) ? video.duration : Number.POSITIVE_INFINITY;
    video.currentTime = Math.min(Math.max(0, second), end);
  };
  const play = () => {
    // Browsers may refuse to play without a user gesture. The video then stays paused, which the button shows.
    element.current?.play().catch(() => undefined);
  };
  /** Requests the file again and continues from the same position. @param shouldPlay whether the video plays even if it was paused. */
  const retry = (shouldPlay = false) => {
    const video = element.current;
    if (!video) return;
    // `load` stops the video without an event. A video that should play has perhaps not played yet, so `target` does not say so.
    if (shouldPlay || !video.paused) target.current = { ...target.current, shouldPlay: true };
    change({ status: 'loading', isPlaying: false, isWaiting: false });
    isSeekingByCode.current = false;
    video.load();
  };
  const toggle = () => {
    const video = element.current;
    if (!video) return;
    if (video.error !== null) retry(true);
    else if (video.paused || video.ended) play();
    else video.pause();
  };
  const moveToTarget = () => {
    const video = element.current;
    if (!video || video.readyState < HTMLMediaElement.HAVE_METADATA) return;
    const { second, shouldPlay } = target.current;
    const position = getStartSecond(second, video.duration);
    isSeekingByCode.current = position !== video.currentTime;
    if (isSeekingByCode.current) seek(position);
    if (shouldPlay) play();
  };

  const lastStart = useRef(start);
  useEffect(() => {
    if (lastStart.current === start) return;
    lastStart.current = start;
    target.current = start;
    moveToTarget();
  });
  useImperativeHandle(ref, () => ({
    toggle,
    skip: (seconds) => seek((element.current?.currentTime ?? 0) + seconds),
    focus: () => playButton.current?.focus(),
  }));

  const events = {
    onLoadedMetadata: (): void => {
      const video = element.current;
      if (!video) return;
      change({ status: 'ready', duration: Number.isFinite(video.duration) ? video.duration : null });
      moveToTarget();
    },
    onDurationChange: (): void => {
      const duration = element.current?.duration ?? Number.NaN;
      change({ duration: Number.isFinite(duration) ? duration : null });
    },
    onTimeUpdate: (): void => {
      const video = element.current;
      if (!video || video.readyState < HTMLMediaElement.HAVE_METADATA) return;
      if (isSeekingByCode.current) return;
      target.current = { second: video.currentTime, shouldPlay: !video.paused };
      change({ second: video.currentTime });
      if (!video.paused) onPosition(video.currentTime, false);
    },
    onSeeked: (): void => {
      const video = element.current;
      if (!video) return;
      target.current = { second: video.currentTime, shouldPlay: !video.paused };
      change({ second: video.currentTime, hasEnded: video.ended });
      if (!isSeekingByCode.current) onPosition(video.currentTime, true);
      isSeekingByCode.current = false;
    },
    onPlay: (): void => {
      change({ isPlaying: true, hasPlayed: true, hasEnded: false });
      onPlaying(true);
    },
    onPause: (): void => {
      change({ isPlaying: false, isWaiting: false });
      onPlaying(false);
      onPosition(element.current?.currentTime ?? 0, true);
    },
    onWaiting: () => change({ isWaiting: true }),
    onPlaying: (): void => {
      isSeekingByCode.current = false;
      change({ isWaiting: false });
    },
    onCanPlay: () => change({ isWaiting: false }),
    onEnded: () => change({ hasEnded: true, isPlaying: false }),
    onError: () => change({ status: 'failed', isPlaying: false, isWaiting: false }),
  };
  return { element, playButton, state, isSlow, events, seek, toggle, retry };
};
