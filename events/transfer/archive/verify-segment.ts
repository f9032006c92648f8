import type { ClientBase } from 'pg';
import type { Archive, Segment } from '../../archive/archive.ts';
import { ArchiveDamagedError } from '../../archive/archive-error.ts';
import { computeTreeRoot, hashLeaf } from '../../seals/merkle.ts';
import { encodeStoredEvent } from '../../seals/proof/encoding.ts';
import { parseSealRow, type SealRow, sealColumns } from '../../seals/seal-rows.ts';
import { type PositionRange, readStreamEntries } from './segment-writer.ts';

const sealsPerQuery = 100;
const eventsPerRead = 5_000;

/** Returns the leaf hashes of a range. Only a few row groups are in memory at a time. */
const computeLeaves = async (
  archive: Pick<Archive, 'readRange'>,
  segment: Segment,
  { first, last }: PositionRange,
): Promise<Buffer> => {
  const leaves: Buffer[] = [];
  for (let start = first; start <= last; start += eventsPerRead)
    for (const event of await archive.readRange(segment, start, Math.min(start + eventsPerRead - 1, last)))
      leaves.push(hashLeaf(encodeStoredEvent(event)));
  return Buffer.concat(leaves);
};

/**
 * Reads the events object back and computes the root of each seal from it.
 * @throws ArchiveDamagedError if an event is not the one that was sealed.
 */
const verifyEvents = async (
  database: ClientBase,
  archive: Pick<Archive, 'readRange'>,
  segment: Segment,
  onPosition: (position: number) => void,
): Promise<void> => {
  for (let after = segment.firstPosition - 1; after < segment.lastPosition; ) {
    const { rows } = await database.query<SealRow>(
      `select ${sealColumns} from log.seals where last_position > $1 order by last_position limit ${sealsPerQuery}`,
      [after],
    );
    for (const { firstPosition, lastPosition, root, number } of rows.map(parseSealRow)) {
      if (lastPosition > segment.lastPosition) break;
      if (firstPosition !== after + 1)
        throw new ArchiveDamagedError(
          `Seal ${number} begins at position ${firstPosition}, not at ${after + 1}.`,
        );
      const leaves = await computeLeaves(archive, segment, { first: firstPosition, last: lastPosition });
      if (!computeTreeRoot(leaves).equals(root))
        throw new ArchiveDamagedError(
          `Events ${firstPosition} to ${lastPosition} in the object ${segment.events.name} are not those that seal ${number} sealed.`,
        );
      after = lastPosition;
      onPosition(after);
    }
    if (rows.length === 0 || Number(rows[0]?.last_position) > segment.lastPosition)
      throw new ArchiveDamagedError(
        `No seal that begins after position ${after} ends within the segment, which ends at ${segment.lastPosition}.`,
      );
  }
};

/** Compares the streams object with the rows of the database, one by one. */
const verifyStreams = async (
  database: ClientBase,
  archive: Pick<Archive, 'readStreams'>,
  segment: Segment,
): Promise<void> => {
  const { firstPosition: first, lastPosition: last, streamsObject } = segment;
  const fromStore = archive.readStreams(segment);
  let group = (await fromStore.next()).value ?? [];
  let index = 0;
  for await (const entries of readStreamEntries(database, { first, last }))
    for (const entry of entries) {
      if (index === group.length) {
        group = (await fromStore.next()).value ?? [];
        index = 0;
      }
      const stored = group[index];
      index += 1;
      if (
        stored?.stream !== entry.stream ||
        stored.version !== entry.version ||
        stored.position !== entry.position
      )
        throw new ArchiveDamagedError(
          `The object ${streamsObject} of the archive does not have version ${entry.version} of ${entry.stream} where it belongs.`,
        );
    }
  if (index < group.length || !(await fromStore.next()).done)
    throw new ArchiveDamagedError(
      `The object ${streamsObject} of the archive has more entries than the database.`,
    );
};

/** Requires that the versions of each stream follow those in earlier segments. */
const verifyVersions = async (
  database: ClientBase,
  { firstPosition, lastPosition }: Segment,
): Promise<void> => {
  const { rows } = await database.query<{ stream: string }>(
    `select part.stream from (
         select stream, min(version) as first, max(version) as last, count(*) as count from log.events
           where position between $1 and $2 group by stream) as part
       left join log.archived_streams as archived on archived.stream = part.stream
       where part.first <> coalesce(archived.version, 0) + 1 or part.count <> part.last - part.first + 1 limit 1`,
    [firstPosition, lastPosition],
  );
  if (rows[0]) throw new Error(`The versions of the stream ${rows[0].stream} have a gap. Run: log verify`);
};

/**
 * Reads the objects of a segment back from the store, before its events are deleted from the database. Compares every event with its
 * seal, and the streams object with the database.
 * @throws ArchiveDamagedError if the objects are not right; Error if the versions of a stream have a gap.
 */
export const verifySegment = async (
  database: ClientBase,
  archive: Pick<Archive, 'readRange' | 'readStreams'>,
  segment: Segment,
  onPosition: (position: number) => void = () => undefined,
): Promise<void> => {
  await verifyEvents(database, archive, segment, onPosition);
  await verifyStreams(database, archive, segment);
  await verifyVersions(database, segment);
};
