import { expect, test } from 'vitest';
import { blockSize } from '#platform/read-tables/insight.ts';
import { recorded, testId } from '../testing/recorded-events.ts';
import { setBits } from './counted.ts';

const at = (...positions: number[]) =>
  positions.flatMap((position) =>
    recorded(
      [
        [
          `bookmark-${testId(1)}`,
          { type: 'CourseBookmarked', data: { userId: testId(2), courseId: testId(3) } },
        ],
      ],
      position,
    ),
  );
const positionsOf = ({ fresh }: ReturnType<typeof setBits>) => fresh.map(({ position }) => position);

test('an event is fresh once, in whatever order they come', () => {
  const first = setBits(new Map(), at(5, 3, 5, blockSize - 1, blockSize, 3 * blockSize + 9));
  expect(positionsOf(first)).toEqual([5, 3, blockSize - 1, blockSize, 3 * blockSize + 9]);
  expect([...first.changed.keys()]).toEqual([0, 1, 3]);
  const again = setBits(first.changed, at(3, 4, blockSize, blockSize + 1));
  expect(positionsOf(again)).toEqual([4, blockSize + 1]);
  expect([...again.changed.keys()]).toEqual([0, 1]);
});

test('nothing fresh changes nothing, and what was given stays as it was', () => {
  const { changed } = setBits(new Map(), at(1, 2));
  const before = [...(changed.get(0) ?? [])];
  expect(setBits(changed, at(1, 2)).changed.size).toBe(0);
  setBits(changed, at(7));
  expect([...(changed.get(0) ?? [])]).toEqual(before);
  expect(before.filter((byte) => byte !== 0)).toEqual([0b0110_0000]);
});
