import { z } from 'zod';
import { catalogue } from '#events/catalogue/catalogue.ts';
import type { LogReader, RecordedEvent } from '#events/log/log.ts';
import { hiddenFieldsOf, pseudonymizeIds } from '#events/pseudonyms/pseudonymous-event.ts';
import type { Pseudonyms } from '#events/pseudonyms/pseudonyms.ts';

/** Returns a placeholder for a hidden field. Texts and objects are marked, so that they can be found later; other types need no mark. */
const placeholderFor = (schema: unknown, mark: string, position: number): unknown => {
  if (schema instanceof z.ZodNullable) return placeholderFor(schema.unwrap(), mark, position);
  if (schema instanceof z.ZodString) return `${mark}${position}`;
  // A hidden list, for example the recipients of a student message, becomes empty, so that analysts do not see its length.
  if (schema instanceof z.ZodArray) return [];
  if (schema instanceof z.ZodRecord) return { [mark]: 0 };
  return null;
};

/** Returns placeholders for all hidden fields of an event. */
const placeholdersFor = ({ type, position }: RecordedEvent, mark: string): Record<string, unknown> => {
  const shape: Record<string, unknown> = catalogue.get(type)?.schema.shape ?? {};
  return Object.fromEntries(
    [...hiddenFieldsOf(type)].map((name) => [name, placeholderFor(shape[name], mark, position)]),
  );
};

const pseudonymizeActor = ({ actor }: RecordedEvent['metadata'], pseudonyms: Pseudonyms) =>
  actor !== null && 'id' in actor ? { ...actor, id: pseudonyms(actor.id) } : actor;

/**
 * Creates a log for analysts: ids of users and of their records are pseudonyms, and personal or identifying fields are hidden. Projections
 * need values in these fields (a user without a name would count as removed). So hidden texts and objects become marked placeholders, which
 * `rewriteTables` later replaces with null in the tables. Hidden lists become empty.
 * @param reader a reader without the vault, so that this process never has personal data.
 * @param mark the start of all placeholders: a string of lower-case letters and digits that occurs nowhere else in the log.
 */
export const createPseudonymousLog = (
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
        const pseudonymous = pseudonymizeIds(event, pseudonyms);
        return {
          ...event,
          stream: pseudonymous.stream,
          // No table contains it.
          commandId: '',
          data: { ...pseudonymous.data, ...placeholdersFor(event, mark) },
          metadata: { ...event.metadata, actor: pseudonymizeActor(event.metadata, pseudonyms) },
          // The data has the type's shape, because pseudonyms and placeholders keep the types of the fields.
        } as RecordedEvent;
      }),
    };
  },
});
