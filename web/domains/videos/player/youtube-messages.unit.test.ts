import { expect, test } from 'vitest';
import { videoAt } from '../videos.ts';
import { readYoutubeMessage, youtubeAddress, youtubePage } from './youtube-messages.ts';

test('what the player says of itself is read, as text or as an object', () => {
  const told = { event: 'infoDelivery', info: { currentTime: 12.5, playerState: 1, volume: 3 }, id: 1 };
  for (const data of [told, JSON.stringify(told)])
    expect(readYoutubeMessage(data)).toEqual({ alive: true, second: 12.5, state: 'playing' });
  expect(readYoutubeMessage({ event: 'onReady' })).toEqual({ alive: true });
  expect(readYoutubeMessage({ event: 'infoDelivery', info: { playerState: 3 } })).toEqual({ alive: true });
});

test('a video that may not be played here is refused', () => {
  expect(readYoutubeMessage({ event: 'onError', info: 150 })).toEqual({ alive: true, refused: true });
});

test.each([null, 'x', '{', 5, {}, { event: 5 }, []])('%j is no message of it', (data) => {
  expect(readYoutubeMessage(data)).toBeNull();
});

test('it begins at a second, without sound unless that was chosen', () => {
  const { src = '' } = videoAt('https://youtu.be/dQw4w9WgXcQ', 'x') ?? {};
  const address = new URL(
    youtubeAddress(src, { second: 84.6, sound: false, origin: 'https://lyceum.example' }),
  );
  expect([address.origin, address.pathname]).toEqual([
    'https://www.youtube-nocookie.com',
    '/embed/dQw4w9WgXcQ',
  ]);
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    ...{ start: '84', mute: '1', autoplay: '1', enablejsapi: '1', origin: 'https://lyceum.example' },
  });
  expect(youtubePage(src)).toBe('https://www.youtube.com/watch?v=dQw4w9WgXcQ');
});
