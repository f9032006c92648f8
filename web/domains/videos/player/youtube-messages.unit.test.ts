import { expect, test } from 'vitest';
import { toVideo } from '../videos.ts';
import { createYoutubeEmbedUrl, createYoutubeWatchUrl, parseYoutubeMessage } from './youtube-messages.ts';

test('reads the player’s status from JSON or an object', () => {
  const statusMessage = {
    event: 'infoDelivery',
    info: { currentTime: 12.5, playerState: 1, volume: 3 },
    id: 1,
  };
  for (const data of [statusMessage, JSON.stringify(statusMessage)])
    expect(parseYoutubeMessage(data)).toEqual({ second: 12.5, state: 'playing' });
  expect(parseYoutubeMessage({ event: 'onReady' })).toEqual({});
  expect(parseYoutubeMessage({ event: 'infoDelivery', info: { playerState: 3 } })).toEqual({});
});

test('reports that YouTube refuses to play a video that may not be embedded', () => {
  expect(parseYoutubeMessage({ event: 'onError', info: 150 })).toEqual({ isRefused: true });
});

test.each([null, 'x', '{', 5, {}, { event: 5 }, []])('ignores %j', (data) => {
  expect(parseYoutubeMessage(data)).toBeNull();
});

test('builds the addresses of a muted player that starts at a given second, and of its video’s page', () => {
  const { src = '' } = toVideo('https://youtu.be/dQw4w9WgXcQ', 'x') ?? {};
  const url = new URL(
    createYoutubeEmbedUrl(src, { second: 84.6, sound: false, origin: 'https://lyceum.example' }),
  );
  expect([url.origin, url.pathname]).toEqual(['https://www.youtube-nocookie.com', '/embed/dQw4w9WgXcQ']);
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    start: '84',
    mute: '1',
    autoplay: '1',
    enablejsapi: '1',
    origin: 'https://lyceum.example',
  });
  expect(createYoutubeWatchUrl(src)).toBe('https://www.youtube.com/watch?v=dQw4w9WgXcQ');
});
