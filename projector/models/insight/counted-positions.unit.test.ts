import { expect, test } from 'vitest';
import { positionsPerInsightBlock } from '#platform/read-tables/insight.ts';
import { recorded, testId } from '../../testing/recorded-events.ts';
import { setBits } from './counted-positions.ts';

const eventsAt = (...positions: number[]) =>
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
const positionsOf = ({ uncounted }: ReturnType<typeof setBits>) => uncounted.map(({ position }) => position);

test('returns each event once, whatever the order of the events', () => {
  const first = setBits(
    new Map(),
    eventsAt(
      5,
      3,
      5,
      positionsPerInsightBlock - 1,
      positionsPerInsightBlock,
      3 * positionsPerInsightBlock + 9,
    ),
  );
  expect(positionsOf(first)).toEqual([
    5,
    3,
    positionsPerInsightBlock - 1,
    positionsPerInsightBlock,
    3 * positionsPerInsightBlock + 9,
  ]);
  expect([...first.changedBlocks.keys()]).toEqual([0, 1, 3]);
  const again = setBits(
    first.changedBlocks,
    eventsAt(3, 4, positionsPerInsightBlock, positionsPerInsightBlock + 1),
  );
  expect(positionsOf(again)).toEqual([4, positionsPerInsightBlock + 1]);
  expect([...again.changedBlocks.keys()]).toEqual([0, 1]);
});

test('changes no block if all events are counted, and does not modify the given blocks', () => {
  const { changedBlocks } = setBits(new Map(), eventsAt(1, 2));
  const before = [...(changedBlocks.get(0) ?? [])];
  expect(setBits(changedBlocks, eventsAt(1, 2)).changedBlocks.size).toBe(0);
  setBits(changedBlocks, eventsAt(7));
  expect([...(changedBlocks.get(0) ?? [])]).toEqual(before);
  expect(before.filter((byte) => byte !== 0)).toEqual([0b0110_0000]);
});
