import { type ReadingEvent, readingStream } from '#events/catalogue/streams/reading.ts';
import type { Aggregate, StreamRead } from '#events/log/aggregate.ts';

export type ReadingState = { recorded: boolean };

const readingAggregate: Aggregate<ReadingState, ReadingEvent> = {
  name: 'reading',
  initial: { recorded: false },
  evolve: () => ({ recorded: true }),
};

export const readingById = (id: string): StreamRead<ReadingState, ReadingEvent> => ({
  stream: readingStream(id),
  aggregate: readingAggregate,
});
