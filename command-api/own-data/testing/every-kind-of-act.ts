import { randomUUID } from 'node:crypto';
import { catalogue, type DomainEvent } from '#events/catalogue/catalogue.ts';
import { examples } from '#events/catalogue/examples.ts';
import { personalFieldsOf } from '#events/catalogue/personal.ts';
import { streamId, streamKind } from '#events/catalogue/stream-id.ts';
import type { StreamAppend } from '#events/log/log.ts';

/** What is personal of somebody in a fixture, so that it is found wherever it turns up. */
export const secretOf = (person: string): string => `what is personal of ${person} <b>&`;

const secret = (example: unknown, person: string): unknown =>
  typeof example === 'string' ? secretOf(person) : { 'cse-w1': secretOf(person) };

/** As the example of its type, but about this person, who is also the instructor of what is a course. */
const about = (event: DomainEvent, person: string): DomainEvent => {
  const definition = catalogue.get(event.type);
  const personal = new Set(definition ? personalFieldsOf(definition.schema) : []);
  const data = Object.fromEntries(
    Object.entries(event.data).map(([name, value]) => {
      if (name === 'userId' || name === 'instructorId') return [name, person];
      if (name === 'changes') return [name, { ...value, instructorId: person }];
      return [name, personal.has(name) ? secret(value, person) : value];
    }),
  );
  return { type: event.type, data } as DomainEvent;
};

/** Records of their own for each event; a person's stream is the person's. */
const streamFor = (stream: string, person: string): string => {
  if (streamId(stream) === '') return stream;
  return `${streamKind(stream)}-${streamKind(stream) === 'user' ? person : randomUUID()}`;
};

export type DoneBy = { actor: string; person: string; write: StreamAppend };

/**
 * An event of every kind that there is, a new kind too, each done by either of two people about either of them. Nobody is
 * removed who is of `staying`.
 */
export const everyKindOfAct = (people: readonly [string, string], staying: string): DoneBy[] => {
  const versions = new Map<string, number>();
  // First of all they register: their streams begin with that.
  const kinds = Object.values(examples).toSorted(
    (a, b) => Number(b.event.type === 'UserRegistered') - Number(a.event.type === 'UserRegistered'),
  );
  return kinds.flatMap(({ stream, event }) =>
    people.flatMap((person) =>
      people.flatMap((actor) => {
        if (event.type === 'UserRemoved' && person === staying) return [];
        const name = streamFor(stream, person);
        const expectedVersion = versions.get(name) ?? 0;
        versions.set(name, expectedVersion + 1);
        return { actor, person, write: { stream: name, expectedVersion, events: [about(event, person)] } };
      }),
    ),
  );
};
