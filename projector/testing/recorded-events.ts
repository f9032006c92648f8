import type { DomainEvent } from '#events/catalogue/catalogue.ts';
import type { CourseFields } from '#events/catalogue/streams/course.ts';
import type { RecordedEvent } from '#events/log/log.ts';

/** Returns the data of a course, with defaults. */
export const createCourseFields = (fields: Partial<CourseFields> = {}): CourseFields => ({
  code: 'CSE',
  name: 'Databases',
  duration: '3 years',
  difficulty: '7',
  category: 'Engineering',
  details: 'How data is kept.',
  instructor: 'E. Codd',
  price: 120.5,
  imageUrl: '/courses/databases.svg',
  instructorId: null,
  videos: null,
  ...fields,
});

/** Returns a UUID that ends in the number, in hexadecimal. */
export const testId = (number: number): string =>
  `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;

/**
 * Returns events as the log would: with positions starting at `from`, versions by stream, and times. Position 0 would be at
 * the start of 2026, and each position is one second later.
 */
export const recorded = (
  events: readonly (readonly [stream: string, event: DomainEvent])[],
  from = 1,
): RecordedEvent[] => {
  const versions = new Map<string, number>();
  return events.map(([stream, event], index) => {
    const version = (versions.get(stream) ?? 0) + 1;
    versions.set(stream, version);
    const position = from + index;
    return {
      ...event,
      position,
      stream,
      version,
      recordedAt: new Date(Date.UTC(2026, 0, 1) + position * 1000),
      commandId: testId(position),
      metadata: { actor: null, correlationId: 'test' },
    };
  });
};
