import { createObjectStore } from '#events/archive/create-object-store.ts';
import { archiveLog } from '#events/transfer/archive/archive-log.ts';
import type { OwnerContext } from '../log-access/owner-context.ts';
import { type ExitCode, exitCodes, UsageError } from '../terminal/exit-codes.ts';
import { showStages } from '../terminal/progress.ts';
import { findOperator } from './find-operator.ts';

type ArchiveOptions = { olderThan: string; segmentEvents: string; first?: true; sharedFolder?: true };

const dayMs = 86_400_000;
/** Answers for repetitions are stored for 30 days. An older event is not needed to answer a repetition. */
const minDays = 31;
const minSegmentEvents = 1_000;
const maxSegmentEvents = 10_000_000;

const parseInteger = (text: string, option: string, { min, max }: { min: number; max: number }): number => {
  const value = Number(text);
  if (/^\d{1,8}$/.test(text) && value >= min && value <= max) return value;
  throw new UsageError(`${option} ${text}: use a number from ${min} to ${max}.`);
};

/**
 * Moves old events from the database into the archive. The run may be interrupted at any time, and another run continues it.
 * @throws {UsageError | NotOwnerError | ArchiveInUseError | ArchiveNotReadyError | ArchiveError | LogUnavailableError}
 */
export const archive = async (context: OwnerContext, options: ArchiveOptions): Promise<ExitCode> => {
  const { url, archiveSettings, out, err, signal } = context;
  const days = parseInteger(options.olderThan, '--older-than', { min: minDays, max: 36_500 });
  const eventsPerSegment = parseInteger(options.segmentEvents, '--segment-events', {
    ...{ min: minSegmentEvents, max: maxSegmentEvents },
  });
  if (archiveSettings === null)
    throw new UsageError(
      'Set ARCHIVE_URL to the object store of the archive: file:///folder or s3://bucket/prefix.',
    );
  // A folder in a container disappears with the container. The events would then be lost, because the database no longer has them.
  if (archiveSettings.url.startsWith('file:') && !context.isInDataFolder && !options.sharedFolder)
    throw new UsageError(
      `The log is at DATABASE_URL, and ${archiveSettings.url} is a folder. Its events will exist only in this folder. If it is permanent, and all services mount it, confirm that with --shared-folder. Otherwise set ARCHIVE_URL to a bucket.`,
    );
  const progress = showStages(err);
  const result = await archiveLog({
    ...{ connectionString: url, store: createObjectStore(archiveSettings), eventsPerSegment, signal },
    operator: findOperator(),
    isFirst: options.first === true,
    before: new Date(Date.now() - days * dayMs),
    onProgress: (stage, { first, last }, position) =>
      progress.at(stage, position - first + 1, last - first + 1),
    onSegment: ({ firstPosition, lastPosition, events }) => {
      progress.end();
      out.write(`Archived the events ${firstPosition} to ${lastPosition} in ${events.name}.\n`);
    },
  }).finally(progress.end);
  out.write(
    result === null
      ? `Nothing was archived: no ${eventsPerSegment.toLocaleString('en')} sealed events are older than ${days} days.\n`
      : `This run stored ${result.segments} ${result.segments === 1 ? 'segment' : 'segments'} in ${archiveSettings.url}. The archival is recorded in the log at position ${result.recordedAs}.\n`,
  );
  return exitCodes.success;
};
