import { type ReadingEvent, readingStream } from '#events/catalogue/streams/reading.ts';
import type { Aggregate, StreamRead } from '#events/log/aggregate.ts';

export type ReadingState = { isRecorded: boolean };

const readingAggregate: Aggregate<ReadingState, ReadingEvent> = {
  name: 'reading',
  initial: { isRecorded: false },
  evolve: () => ({ isRecorded: true }),
};

export const readingById = (id: string): StreamRead<ReadingState, ReadingEvent> => ({
  stream: readingStream(id),
  aggregate: readingAggregate,
});
