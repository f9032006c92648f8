import type { DomainEvent } from '#events/catalogue/catalogue.ts';
import type { CourseFacts } from '#events/catalogue/course.ts';
import type { RecordedEvent } from '#events/log/log.ts';

/** Facts of a course for tests; give what matters. */
export const courseFacts = (facts: Partial<CourseFacts> = {}): CourseFacts => ({
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
  ...facts,
});

/** The id for tests with this number: a UUID that ends in it. */
export const testId = (number: number): string =>
  `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;

/**
 * Events as the log would give them: positions from `from`, versions counted by stream, one second apart from
 * the start of 2026.
 */
export const recorded = (
  happened: readonly (readonly [stream: string, event: DomainEvent])[],
  from = 1,
): RecordedEvent[] => {
  const versions = new Map<string, number>();
  return happened.map(([stream, event], index) => {
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
