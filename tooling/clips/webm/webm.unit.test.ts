import { expect, test } from 'vitest';
import { concat, decodeElements, element, findContents, text, unsigned } from './ebml.ts';
import { decodeWebm, encodeWebm, type Packet } from './webm.ts';

const head = new Uint8Array(19);
head.set(new TextEncoder().encode('OpusHead'));
head.set([1, 1, 0x38, 0x01], 8);

const packet = (ms: number, isKey = false): Packet => ({ ms, isKey, data: new Uint8Array([ms & 255, 7]) });
const encodeClip = (video: Packet[], seconds: number) =>
  encodeWebm({
    ...{ width: 1280, height: 720, seconds, video },
    audio: {
      head,
      packets: Array.from({ length: Math.floor(seconds) }, (_, at) => packet(at * 1_000 + 500, true)),
    },
  });

test('decodes encoded elements of any length, and nested ones', () => {
  for (const length of [0, 1, 126, 127, 128, 16_382, 16_383, 70_000]) {
    const content = new Uint8Array(length).fill(9);
    expect(decodeElements(element(0x1a45dfa3, content))).toEqual([{ id: 0x1a45dfa3, content }]);
  }
  const nested = concat(
    element(0xae, unsigned(0xd7, 300), text(0x86, 'V_VP9')),
    element(0xae, unsigned(0xd7, 2)),
  );
  expect(findContents(nested, [0xae, 0xd7]).map((bytes) => [...bytes])).toEqual([
    [0, 0, 1, 44],
    [0, 0, 0, 2],
  ]);
});

test('encodes the duration, and cues that point to the clusters of key frames', () => {
  const read = decodeWebm(
    encodeClip([packet(0, true), packet(40), packet(5_000, true), packet(9_000)], 12.5),
  );
  expect(read).toMatchObject({ seconds: 12.5, codecs: ['V_VP9', 'A_OPUS'], width: 1280 });
  expect(read.cues).toEqual([
    { seconds: 0, found: true },
    { seconds: 5, found: true },
  ]);
  expect(read.times.filter(({ track }) => track === 1).map(({ seconds }) => seconds)).toEqual([
    0, 0.04, 5, 9,
  ]);
});

test('keeps the exact times of packets when key frames are rare', () => {
  const read = decodeWebm(encodeClip([packet(0, true), packet(39_000), packet(80_000)], 90));
  expect(read.times.filter(({ track }) => track === 1).map(({ seconds }) => seconds)).toEqual([0, 39, 80]);
  expect(read.times.filter(({ track }) => track === 2).map(({ seconds }) => seconds)).toEqual(
    Array.from({ length: 90 }, (_, at) => at + 0.5),
  );
  expect(read.cues).toEqual([{ seconds: 0, found: true }]);
});

test('rejects an incomplete file and other formats', () => {
  const whole = encodeClip([packet(0, true)], 2);
  expect(() => decodeWebm(whole.subarray(0, whole.length - 3))).toThrow(/ends after the end of the file/);
  expect(() => decodeWebm(new TextEncoder().encode('<!doctype html>'))).toThrow('after the end of the file');
});
