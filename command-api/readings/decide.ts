import { type ReadingEvent, readingStream } from '#events/catalogue/reading.ts';
import { type UpdateAnswer, updated } from '#contract/answers.ts';
import type { NewReading } from '#contract/readings.ts';
import type { Aggregate, StreamRead } from '#events/log/aggregate.ts';
import type { Actor } from '../actor/actor.ts';
import type { Decided } from '../calls/decided.ts';
import type { UserState } from '../users/decide.ts';

/** Whether a reading was recorded; more is never asked of it. */
export type ReadingState = { recorded: boolean };

const readingAggregate: Aggregate<ReadingState, ReadingEvent> = {
  name: 'reading',
  initial: { recorded: false },
  evolve: () => ({ recorded: true }),
};

export const readingOf = (id: string): StreamRead<ReadingState, ReadingEvent> => ({
  stream: readingStream(id),
  aggregate: readingAggregate,
});

/**
 * Records what is about to be read. One's own needs no record, and of whom the log never heard there is nothing to read.
 * @param person as the log knows whom it is about; null for many at once.
 */
export const recordReading = (
  { actor, body: { what, userId } }: { actor: Actor; body: NewReading },
  { reading, person }: { reading: ReadingState; person: UserState | null },
): Decided<ReadingEvent, UpdateAnswer> => {
  if (person?.status === 'unknown') return { events: [], answer: updated(0, 0) };
  if (reading.recorded || userId === actor.id) return { events: [], answer: updated(1, 0) };
  return { events: [{ type: 'PersonalDataRead', data: { what, userId } }], answer: updated(1, 1) };
};
