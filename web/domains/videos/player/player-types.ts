import type { Ref } from 'react';
import type { Video } from '../videos.ts';

/** Controls a player from outside, for keyboard shortcuts and links. */
export type PlayerHandle = {
  toggle: () => void;
  /** Moves forward by a number of seconds, or back if it is negative. */
  skip: (seconds: number) => void;
  focus: () => void;
};

/** Where a player starts, and whether it starts to play automatically. A new object moves the player to its position. */
export type PlayerStart = { second: number; shouldPlay: boolean };

export type PlayerProps = {
  video: Video;
  /** 1 to 5. */
  module: number;
  start: PlayerStart;
  /** Called repeatedly while the video plays, and with `isStopped` when it pauses or ends, or when the user moves it to another position. */
  onPosition: (second: number, isStopped: boolean) => void;
  onPlaying: (isPlaying: boolean) => void;
  ref: Ref<PlayerHandle>;
};

/** The J and L keys and the skip buttons move the position by this many seconds. */
export const skipSeconds = 10;

/** If a player needs more time than this to load, a notice with a Retry button appears. */
export const loadTimeoutMs = 15_000;
