import { personOf } from '#events/catalogue/codec.ts';
import type { RecordedEvent } from '#events/log/log.ts';
import { actorOf, personAbout } from '#events/log/person-of-event.ts';
import type { ByWhom, Names, OwnEvent } from './told.ts';
import { tell } from './words.ts';

const byWhom = (event: RecordedEvent, person: string): ByWhom => {
  if (actorOf(event) === person) return 'you';
  const { actor } = event.metadata;
  return actor !== null && 'role' in actor ? { role: actor.role } : null;
};

/** Whether what the event says is another person's. Whose key encrypts it decides, where there is something encrypted. */
const isAnothers = (event: RecordedEvent, person: string): boolean => {
  const about = personAbout(event);
  const encryptedFor = personOf(event, event.stream);
  return (about !== null && about !== person) || (encryptedFor !== null && encryptedFor !== person);
};

/** Of an event about another person only the course is left, which is about nobody. */
const withoutTheOther = (event: RecordedEvent): Record<string, unknown> =>
  'courseId' in event.data ? { courseId: event.data.courseId } : {};

/** Who else teaches a course is somebody else's. */
const ofThis = (person: string, data: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      if (name === 'instructorId') return [name, value === person ? value : null];
      return [name, name === 'changes' ? ofThis(person, value) : value];
    }),
  );

/** The only way from an event to what its person gets: of other people nothing is in it, neither what nor who. */
export const ownEvent = (event: RecordedEvent, person: string, names: Names): OwnEvent => {
  const anothers = isAnothers(event, person);
  const by = byWhom(event, person);
  const { words, details } = tell(event, { person, by, anothers }, names);
  return {
    position: event.position,
    at: event.recordedAt.toISOString(),
    type: event.type,
    words,
    details: anothers ? [] : details,
    by,
    aboutYou: !anothers,
    stream: anothers ? null : event.stream,
    version: anothers ? null : event.version,
    command: event.commandId,
    request: by === 'you' ? event.metadata.correlationId : null,
    data: anothers ? withoutTheOther(event) : ofThis(person, event.data),
  };
};
