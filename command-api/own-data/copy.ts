import type { Readable } from 'node:stream';
import type { Pool } from 'pg';
import { streamId, streamKind } from '#events/catalogue/stream-id.ts';
import type { LogReader, RecordedEvent } from '#events/log/log.ts';
import { problemError, tryAgainLater } from '#platform/problems.ts';
import { accountRemoved } from '../users/decide.ts';
import { zipOf } from './archive.ts';
import { type EventsOf, openEventsOf } from './find.ts';
import { eventsAsJson } from './json.ts';
import { ownNow } from './now.ts';
import { ownEvent } from './own-event.ts';
import { ownPage } from './page.ts';
import type { OwnEvent } from './told.ts';

export type CopyServices = {
  pool: Pick<Pool, 'query'>;
  reader: Pick<LogReader, 'head' | 'readAt' | 'readPage' | 'readStream'>;
  /** Whether the person's key is still there. */
  isReadable: (person: string) => Promise<boolean>;
};

/** So many copies at a time: each holds a connection while it reads a page. */
const mostAtOnce = 4;

const coursesOf = (events: readonly RecordedEvent[]): string[] => [
  ...new Set(
    events.flatMap((event) => {
      if (streamKind(event.stream) === 'course') return streamId(event.stream);
      return 'courseId' in event.data && event.data.courseId !== null ? event.data.courseId : [];
    }),
  ),
];

/** The events of a person as they get them, read anew by each who asks; of somebody who is removed meanwhile no more come. */
const ownEvents = async function* (
  { pool, isReadable }: CopyServices,
  eventsOf: EventsOf,
  person: string,
  upTo: number,
): AsyncGenerator<OwnEvent[]> {
  for await (const events of eventsOf(person, upTo)) {
    if (!(await isReadable(person))) throw accountRemoved();
    const { rows } = await pool.query<{ id: string; called: string }>(
      `select id, code || ' ' || name as called from read.courses where id = any($1::uuid[])`,
      [coursesOf(events)],
    );
    const names = new Map(rows.map(({ id, called }) => [id, called]));
    yield events.map((event) => ownEvent(event, person, names));
  }
};

/** Makes the copy of what the school holds on a person; resolves when its first bytes can be read. */
export type CopyOf = (person: string, timeZone: string) => Promise<Readable>;

/**
 * @returns the way to a copy, which throws `conflict` while the same person's copy is being fetched, `unavailable` while too
 * many others' are, `account-removed`.
 */
export const openCopies = (services: CopyServices): CopyOf => {
  const eventsOf = openEventsOf(services.pool, services.reader);
  const underWay = new Set<string>();
  return async (person, timeZone) => {
    if (underWay.has(person))
      throw problemError('conflict', 'Your data is being copied already. Wait until that copy is there.');
    if (underWay.size >= mostAtOnce)
      throw tryAgainLater(
        'unavailable',
        'Others are copying their data just now. Try again in a moment.',
        10,
      );
    underWay.add(person);
    const end = () => void underWay.delete(person);
    try {
      const upTo = await services.reader.head();
      const now = await ownNow(services.pool, services.reader, person);
      if (now === null) throw accountRemoved();
      const madeAt = new Date().toISOString();
      const events = () => ownEvents(services, eventsOf, person, upTo);
      const you = { madeAt, upToPosition: upTo, ...now };
      return zipOf(
        [
          { name: 'index.html', text: () => ownPage(now, events(), { madeAt, timeZone }) },
          {
            name: 'you.json',
            text: async function* () {
              yield `${JSON.stringify(you, null, 2)}\n`;
            },
          },
          { name: 'events.json', text: () => eventsAsJson(events()) },
        ],
        end,
      );
    } catch (error) {
      end();
      throw error;
    }
  };
};
