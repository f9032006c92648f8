import { expect, test } from 'vitest';
import type { AppendResult, RecordedEvent } from '../../log/log.ts';
import { courseAdded } from '../test-log.ts';
import { checkContention } from './check-contention.ts';
import type { ContentionRun } from './run-contention.ts';

const event = (position: number, version: number, mark: string, stream = 's'): RecordedEvent => ({
  ...courseAdded(mark),
  position,
  stream,
  version,
  recordedAt: new Date(position),
  commandId: mark.split('|')[0] ?? '',
  metadata: { actor: null, correlationId: '' },
});
const linesOf = (commandId: string, events: number, result: AppendResult): ContentionRun['lines'] =>
  [null, result].map((lineResult) => ({
    hasSurvived: true,
    line: { commandId, key: null, events, result: lineResult },
  }));
/** `a` wrote two events with a key and `b` one event; `c` conflicted; `d` repeated the key of `a`. */
const createCorrectRun = (): { events: RecordedEvent[]; run: ContentionRun } => {
  const events = [event(1, 1, 'a|k|1|2'), event(2, 1, 'a|k|2|2', 't'), event(3, 2, 'b||1|1')];
  return {
    events,
    run: {
      lines: [
        ...linesOf('a', 2, { outcome: 'appended', position: 2 }),
        ...linesOf('b', 1, { outcome: 'appended', position: 3 }),
        ...linesOf('c', 1, { outcome: 'conflict', stream: 's', version: 2 }),
        ...linesOf('d', 1, { outcome: 'repeated', position: 2, answer: { status: 200, body: 'a' } }),
      ],
      tailed: events.map(({ position, commandId }) => ({ position, commandId })),
      kills: 0,
      terminations: 0,
    },
  };
};

test('accepts a correct log', () => {
  const { events, run } = createCorrectRun();
  expect(checkContention(events, run).problems).toEqual([]);
});

test.each<[string, (correct: ReturnType<typeof createCorrectRun>) => void]>([
  ['positions have gaps', ({ events }) => events.splice(2, 1, event(4, 2, 'b||1|1'))],
  ['versions of s have gaps', ({ events }) => events.splice(2, 1, event(3, 3, 'b||1|1'))],
  [
    'the time decreases',
    ({ events }) => events.splice(2, 1, { ...event(3, 2, 'b||1|1'), recordedAt: new Date(0) }),
  ],
  ['the tail skipped', ({ run }) => run.tailed.shift()],
  ['the tail skipped', ({ run }) => run.tailed.push({ position: 3, commandId: 'b' })],
  ['the tail read events that differ', ({ run }) => run.tailed.splice(2, 1, { position: 3, commandId: 'x' })],
  ['was written partially', ({ events }) => events.splice(1, 1, event(2, 1, 'b||1|1', 't'))],
  ['was written twice', ({ events }) => events.push(event(4, 3, 'b||1|1'))],
  ['k was written by 2 commands', ({ events }) => events.push(event(4, 3, 'e|k|1|1'))],
  ['acknowledged at 3 but is not', ({ events }) => events.pop()],
  ['was refused but is in the log', ({ events }) => events.push(event(4, 3, 'c||1|1'))],
  ['as a repetition but is in the log', ({ events }) => events.push(event(4, 3, 'd||1|1'))],
  ['was never answered', ({ run }) => run.lines.pop()],
  ['was never sent', ({ events }) => events.push(event(4, 3, 'e||1|1'))],
  [
    'has a wrong position',
    ({ run }) =>
      run.lines.splice(
        -2,
        2,
        ...linesOf('d', 1, { outcome: 'repeated', position: 9, answer: { status: 200, body: 'a' } }),
      ),
  ],
])('detects the problem: %s', (problem, damage) => {
  const damaged = createCorrectRun();
  damage(damaged);
  expect(checkContention(damaged.events, damaged.run).problems.join('; ')).toContain(problem);
});
