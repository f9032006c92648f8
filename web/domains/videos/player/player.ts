import type { Ref } from 'react';
import type { Video } from '../videos.ts';

/** What keys and links do with a player, whichever it is. */
export type PlayerHandle = {
  /** Plays, or pauses. */
  toggle: () => void;
  /** So many seconds on, or back. */
  skip: (seconds: number) => void;
  /** Where the video stands, in seconds. */
  second: () => number;
  focus: () => void;
};

/** Where a player begins, and whether by itself; another object is another beginning. */
export type Beginning = { second: number; playing: boolean };

export type PlayerProps = {
  video: Video;
  /** 1 to 5. */
  module: number;
  beginning: Beginning;
  /** Told while it plays (`resting` false) and when it comes to rest: paused, moved, ended. */
  onPlace: (second: number, resting: boolean) => void;
  onPlaying: (playing: boolean) => void;
  ref: Ref<PlayerHandle>;
};

/** How far J and L go, in seconds. */
export const skipSeconds = 10;

/** For how long a player may load before it is said, in milliseconds. */
export const patienceMs = 15_000;
