import type { Readable } from 'node:stream';
import { streamId, streamKind } from '#events/catalogue/stream-id.ts';
import type { LogReader, RecordedEvent } from '#events/log/log.ts';
import { createDownloadSlots } from '#platform/http/download-slots.ts';
import { accountRemovedError } from '../../authorization.ts';
import { readCourseNames } from '../../read-table-lookups/course-names.ts';
import { readEventsOfPerson } from '../../read-table-lookups/events-of-person.ts';
import type { ReadDatabase } from '../../read-table-lookups/read-database.ts';
import { readCurrentData } from './current-data.ts';
import { renderHtmlPage } from './html-page.ts';
import type { OwnEvent } from './own-event.ts';
import { presentEvent } from './present-event.ts';
import { createZipStream } from './zip-stream.ts';

type DataCopyDependencies = {
  database: ReadDatabase;
  reader: Pick<LogReader, 'head' | 'readAt' | 'readPage' | 'readStream'>;
  /** Returns whether the user's key still exists. */
  hasKey: (userId: string) => Promise<boolean>;
};

/**
 * Starts the data copy of a user: a ZIP with a page and two JSON files, which are generated while the ZIP is read. At its end, the
 * page lists what the copy leaves out.
 * @param timeZone the time zone in which the page shows times, as {@link Intl.DateTimeFormat} accepts it.
 * @throws `too-many-requests` while the same user downloads another copy; `unavailable` while too many other users download
 * copies; `account-removed`.
 */
export type StartDataCopy = (userId: string, timeZone: string) => Promise<Readable>;

/** Each copy holds a database connection while it reads a page of events. */
const maxConcurrentCopies = 4;

export const createStartDataCopy = (dependencies: DataCopyDependencies): StartDataCopy => {
  const { database, reader } = dependencies;
  const slots = createDownloadSlots({ count: maxConcurrentCopies, what: 'a copy of your data' });
  return async (userId, timeZone) => {
    const releaseSlot = slots.take(userId);
    try {
      const upToPosition = await reader.head();
      const current = await readCurrentData(database, reader, userId);
      if (current === null) throw accountRemovedError();
      const madeAt = new Date().toISOString();
      const events = () => readOwnEvents(dependencies, userId, upToPosition);
      const you = { madeAt, upToPosition, ...current };
      return createZipStream(
        [
          { name: 'index.html', text: () => renderHtmlPage(current, events(), { madeAt, timeZone }) },
          {
            name: 'you.json',
            text: async function* () {
              yield `${JSON.stringify(you, null, 2)}\n`;
            },
          },
          { name: 'events.json', text: () => toJsonArray(events()) },
        ],
        releaseSlot,
      );
    } catch (error) {
      releaseSlot();
      throw error;
    }
  };
};

/**
 * Yields pages of a user's events. They are read again for each file, so that they need not be kept in memory.
 * @throws `account-removed` if the user is removed in the meantime.
 */
const readOwnEvents = async function* (
  { database, reader, hasKey }: DataCopyDependencies,
  userId: string,
  upToPosition: number,
): AsyncGenerator<OwnEvent[]> {
  for await (const events of readEventsOfPerson({ database, reader }, userId, upToPosition)) {
    if (!(await hasKey(userId))) throw accountRemovedError();
    const courseNames = await readCourseNames(database, collectCourseIds(events));
    yield events.map((event) => presentEvent(event, userId, courseNames));
  }
};

const collectCourseIds = (events: readonly RecordedEvent[]): string[] => [
  ...new Set(
    events.flatMap((event) => {
      if (streamKind(event.stream) === 'course') return streamId(event.stream);
      return 'courseId' in event.data && event.data.courseId !== null ? event.data.courseId : [];
    }),
  ),
];

/** Yields the events as one JSON array with one event per line. */
async function* toJsonArray(pages: AsyncIterable<readonly OwnEvent[]>): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const events of pages) {
    let chunk = '';
    for (const event of events) {
      chunk += separator + JSON.stringify(event);
      separator = ',\n';
    }
    yield chunk;
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}
