import { useEffect, useImperativeHandle, useRef, useState } from 'react';
import { type PlayerProps, patienceMs } from './player.ts';

/** What the controls show of a video. */
export type VideoState = {
  status: 'loading' | 'ready' | 'failed';
  playing: boolean;
  /** Nobody has played it yet. */
  fresh: boolean;
  ended: boolean;
  /** It cannot go on until more has come. */
  waiting: boolean;
  second: number;
  /** Null until it is known, and for one that has no end. */
  duration: number | null;
};

/** A place so near to the end that nothing is left to see leads back to the beginning. */
const beginningWithin = (second: number, duration: number) => (second >= duration - 1 ? 0 : second);

/** Says after a while that a video which should play or load does neither. */
const useSlow = (expected: boolean): boolean => {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!expected) return undefined;
    const timer = setTimeout(() => setSlow(true), patienceMs);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [expected]);
  return slow;
};

/** A `<video>` as state: what it does, what it is told to do, and where it stands. */
export const useVideo = ({ beginning, onPlace, onPlaying, ref }: Omit<PlayerProps, 'video' | 'module'>) => {
  const element = useRef<HTMLVideoElement>(null);
  const playButton = useRef<HTMLButtonElement>(null);
  /** Where it stands, or shall stand as soon as there is something to see: also after a Retry. */
  const goal = useRef(beginning);
  /** A move that nobody made by hand is under way. */
  const led = useRef(false);
  const [state, setState] = useState<VideoState>({
    status: 'loading',
    playing: false,
    fresh: true,
    ended: false,
    waiting: false,
    second: beginning.second,
    duration: null,
  });
  const change = (changes: Partial<VideoState>) => setState((before) => ({ ...before, ...changes }));
  const slow = useSlow(state.status === 'loading' || state.waiting);

  const seek = (second: number) => {
    const video = element.current;
    if (!video) return;
    const end = Number.isFinite(video.duration) ? video.duration : Number.POSITIVE_INFINITY;
    video.currentTime = Math.min(Math.max(0, second), end);
  };
  const play = () => {
    // Refused without a person's act: it stays paused, and the button says so.
    element.current?.play().catch(() => undefined);
  };
  /** Asks for the file anew and goes on where the video stood. */
  const retry = () => {
    change({ status: 'loading', waiting: false });
    led.current = false;
    element.current?.load();
  };
  const toggle = () => {
    const video = element.current;
    if (!video) return;
    if (video.error !== null) retry();
    else if (video.paused || video.ended) play();
    else video.pause();
  };
  const reachGoal = () => {
    const video = element.current;
    if (!video || video.readyState < HTMLMediaElement.HAVE_METADATA) return;
    const { second, playing } = goal.current;
    const place = beginningWithin(second, video.duration);
    led.current = place !== video.currentTime;
    if (led.current) seek(place);
    if (playing) play();
  };

  const begun = useRef(beginning);
  useEffect(() => {
    if (begun.current === beginning) return;
    begun.current = beginning;
    goal.current = beginning;
    reachGoal();
  });
  useImperativeHandle(ref, () => ({
    toggle,
    skip: (seconds) => seek((element.current?.currentTime ?? 0) + seconds),
    second: () => element.current?.currentTime ?? 0,
    focus: () => playButton.current?.focus(),
  }));

  const events = {
    onLoadedMetadata: (): void => {
      const video = element.current;
      if (!video) return;
      change({ status: 'ready', duration: Number.isFinite(video.duration) ? video.duration : null });
      reachGoal();
    },
    onDurationChange: (): void => {
      const duration = element.current?.duration ?? Number.NaN;
      change({ duration: Number.isFinite(duration) ? duration : null });
    },
    onTimeUpdate: (): void => {
      const video = element.current;
      if (!video || video.readyState < HTMLMediaElement.HAVE_METADATA) return;
      if (led.current) return;
      goal.current = { second: video.currentTime, playing: !video.paused };
      change({ second: video.currentTime });
      if (!video.paused) onPlace(video.currentTime, false);
    },
    onSeeked: (): void => {
      const video = element.current;
      if (!video) return;
      goal.current = { second: video.currentTime, playing: !video.paused };
      change({ second: video.currentTime, ended: video.ended });
      if (!led.current) onPlace(video.currentTime, true);
      led.current = false;
    },
    onPlay: (): void => {
      change({ playing: true, fresh: false, ended: false });
      onPlaying(true);
    },
    onPause: (): void => {
      change({ playing: false, waiting: false });
      onPlaying(false);
      onPlace(element.current?.currentTime ?? 0, true);
    },
    onWaiting: () => change({ waiting: true }),
    onPlaying: (): void => {
      led.current = false;
      change({ waiting: false });
    },
    onCanPlay: () => change({ waiting: false }),
    onEnded: () => change({ ended: true, playing: false }),
    onError: () => change({ status: 'failed', playing: false, waiting: false }),
  };
  return { element, playButton, state, slow, events, seek, toggle, retry };
};
