import { z } from 'zod/mini';

/**
 * The messages of YouTube's embedded player (`enablejsapi=1`). YouTube's own script also uses them. They are handled here,
 * so that no YouTube code runs in this page.
 */
const message = z.object({
  event: z.string(),
  info: z.optional(z.unknown()),
});

const info = z.object({
  currentTime: z.optional(z.number().check(z.nonnegative())),
  playerState: z.optional(z.number()),
});

export const youtubeOrigin = 'https://www.youtube-nocookie.com';

type PlayerState = 'ended' | 'playing' | 'paused';
const playerStates: Record<number, PlayerState> = { 0: 'ended', 1: 'playing', 2: 'paused' };

/** The status in a message from the player. An empty object means only that the player responds. */
export type YoutubeStatus = {
  second?: number;
  state?: PlayerState;
  /** YouTube does not play this video here. */
  isRefused?: true;
};

const parseJson = (data: unknown): unknown => {
  if (typeof data !== 'string') return data;
  try {
    return JSON.parse(data);
  } catch {
    return null;
  }
};

/** Returns the status in a message from the player, or null if the data is not a message from the player. */
export const parseYoutubeMessage = (data: unknown): YoutubeStatus | null => {
  const parsed = message.safeParse(parseJson(data));
  if (!parsed.success) return null;
  if (parsed.data.event === 'onError') return { isRefused: true };
  const { currentTime, playerState } = info.safeParse(parsed.data.info).data ?? {};
  const state = playerState === undefined ? undefined : playerStates[playerState];
  return {
    ...(currentTime === undefined ? {} : { second: currentTime }),
    ...(state === undefined ? {} : { state }),
  };
};

export const createYoutubeCommand = (
  func: 'playVideo' | 'pauseVideo' | 'seekTo',
  ...args: unknown[]
): string => JSON.stringify({ event: 'command', func, args });

/** The message that asks the player to send its status. It is repeated until the player responds. */
export const youtubeListeningMessage = JSON.stringify({
  event: 'listening',
  id: 'lesson',
  channel: 'widget',
});

/** Returns the address of a player that starts at `second`. It plays automatically, because the user opens it by pressing play. */
export const createYoutubeEmbedUrl = (
  src: string,
  options: { second: number; sound: boolean; origin: string },
): string => {
  const url = new URL(src);
  url.searchParams.set('autoplay', '1');
  url.searchParams.set('start', String(Math.floor(options.second)));
  url.searchParams.set('mute', options.sound ? '0' : '1');
  url.searchParams.set('origin', options.origin);
  return url.href;
};

/** Returns the address of the video's page on YouTube. */
export const createYoutubeWatchUrl = (src: string): string =>
  `https://www.youtube.com/watch?v=${new URL(src).pathname.split('/').at(-1) ?? ''}`;
