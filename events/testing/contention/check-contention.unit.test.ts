import { expect, test } from 'vitest';
import type { AppendResult, RecordedEvent } from '../../log/log.ts';
import type { ContentionRun } from './run-contention.ts';
import { checkContention } from './check-contention.ts';
import { courseAdded } from '../test-log.ts';

const event = (position: number, version: number, mark: string, stream = 's'): RecordedEvent => ({
  ...courseAdded(mark),
  position,
  stream,
  version,
  recordedAt: new Date(position),
  commandId: mark.split('|')[0] ?? '',
  metadata: { actor: null, correlationId: '' },
});
const said = (commandId: string, events: number, result: AppendResult): ContentionRun['lines'] =>
  [null, result].map((answer) => ({
    survived: true,
    line: { commandId, key: null, events, result: answer },
  }));
/** Two commands: `a` wrote two events with a key, `b` one; `c` lost; `d` repeated a's key. */
const whole = (): { events: RecordedEvent[]; fight: ContentionRun } => {
  const events = [event(1, 1, 'a|k|1|2'), event(2, 1, 'a|k|2|2', 't'), event(3, 2, 'b||1|1')];
  return {
    events,
    fight: {
      lines: [
        ...said('a', 2, { outcome: 'appended', position: 2 }),
        ...said('b', 1, { outcome: 'appended', position: 3 }),
        ...said('c', 1, { outcome: 'conflict', stream: 's', version: 2 }),
        ...said('d', 1, { outcome: 'repeated', position: 2, answer: { status: 200, body: 'a' } }),
      ],
      seen: events.map(({ position, commandId }) => ({ position, commandId })),
      kills: 0,
      cuts: 0,
    },
  };
};

test('a whole log is found whole', () => {
  const { events, fight } = whole();
  expect(checkContention(events, fight).wrong).toEqual([]);
});

test.each<[string, (of: ReturnType<typeof whole>) => void]>([
  ['positions are not dense', ({ events }) => events.splice(2, 1, event(4, 2, 'b||1|1'))],
  ['versions of s are not dense', ({ events }) => events.splice(2, 1, event(3, 3, 'b||1|1'))],
  [
    'time runs back',
    ({ events }) => events.splice(2, 1, { ...event(3, 2, 'b||1|1'), recordedAt: new Date(0) }),
  ],
  ['the tail missed', ({ fight }) => fight.seen.shift()],
  ['the tail missed', ({ fight }) => fight.seen.push({ position: 3, commandId: 'b' })],
  ['the tail saw something else', ({ fight }) => fight.seen.splice(2, 1, { position: 3, commandId: 'x' })],
  ['is there by half', ({ events }) => events.splice(1, 1, event(2, 1, 'b||1|1', 't'))],
  ['is there twice', ({ events }) => events.push(event(4, 3, 'b||1|1'))],
  ['k was written by 2 commands', ({ events }) => events.push(event(4, 3, 'e|k|1|1'))],
  ['acknowledged at 3 and is not there', ({ events }) => events.pop()],
  ['was refused and is there', ({ events }) => events.push(event(4, 3, 'c||1|1'))],
  ['another had done it and is there', ({ events }) => events.push(event(4, 3, 'd||1|1'))],
  ['was never answered', ({ fight }) => fight.lines.pop()],
  ['nobody sent it', ({ events }) => events.push(event(4, 3, 'e||1|1'))],
  [
    'names a wrong position',
    ({ fight }) =>
      fight.lines.splice(
        6,
        2,
        ...said('d', 1, { outcome: 'repeated', position: 9, answer: { status: 200, body: 'a' } }),
      ),
  ],
])('found: %s', (complaint, spoil) => {
  const spoilt = whole();
  spoil(spoilt);
  expect(checkContention(spoilt.events, spoilt.fight).wrong.join('; ')).toContain(complaint);
});
