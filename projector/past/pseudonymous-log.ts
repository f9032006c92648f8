import { z } from 'zod';
import { catalogue } from '#events/catalogue/catalogue.ts';
import type { LogReader, RecordedEvent } from '#events/log/log.ts';
import { hiddenFieldsOf, pseudonymous } from '#events/pseudonyms/pseudonymous-event.ts';
import type { Pseudonyms } from '#events/pseudonyms/pseudonyms.ts';

/** What stands in for something that is hidden: a value of the right shape, by which a column is known that holds such. */
const standIn = (schema: unknown, mark: string, position: number): unknown => {
  if (schema instanceof z.ZodNullable) return standIn(schema.unwrap(), mark, position);
  if (schema instanceof z.ZodString) return `${mark}${position}`;
  if (schema instanceof z.ZodRecord) return { [mark]: 0 };
  return null;
};

/** Values for what is hidden of an event of this kind. */
const standIns = ({ type, position }: RecordedEvent, mark: string): Record<string, unknown> => {
  const shape: Record<string, unknown> = catalogue.get(type)?.schema.shape ?? {};
  return Object.fromEntries(
    [...hiddenFieldsOf(type)].map((name) => [name, standIn(shape[name], mark, position)]),
  );
};

const actorOf = ({ actor }: RecordedEvent['metadata'], pseudonyms: Pseudonyms) =>
  actor !== null && 'id' in actor ? { ...actor, id: pseudonyms(actor.id) } : actor;

/**
 * The log as analysts may have it: every id of a person, or of something of theirs, is a pseudonym, and what is personal or
 * leads to somebody is not there. Projections ask for values all the same (a person without a name is one who was removed), so
 * something stands in for each, which begins with `mark`; the tables lose it when they are filled.
 * @param reader without the vault: nothing personal is ever in this process.
 * @param mark letters and digits, lower case, that occur nowhere else.
 */
export const pseudonymousLog = (
  reader: Pick<LogReader, 'readPage' | 'head'>,
  pseudonyms: Pseudonyms,
  mark: string,
): Pick<LogReader, 'readPage' | 'head'> => ({
  head: () => reader.head(),
  async readPage(after, limit, types) {
    const { events, head } = await reader.readPage(after, limit, types);
    return {
      head,
      events: events.map((event) => {
        const hidden = pseudonymous(event, pseudonyms);
        return {
          ...event,
          stream: hidden.stream,
          commandId: hidden.command,
          data: { ...hidden.data, ...standIns(event, mark) },
          metadata: { ...event.metadata, actor: actorOf(event.metadata, pseudonyms) },
          // The catalogue's shapes, with other values in them.
        } as RecordedEvent;
      }),
    };
  },
});
