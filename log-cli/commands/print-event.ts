import type { RecordedEvent } from '#events/log/log.ts';
import { type PseudonymousEvent, pseudonymizeEvent } from '#events/pseudonyms/pseudonymous-event.ts';
import type { ReaderContext } from '../log-access/reader-context.ts';
import { write } from '../terminal/write.ts';

/** Formats an event for people: position, time, type, stream and version, role of the actor, data. */
const formatLine = ({ position, recordedAt, stream, version, type, role, data }: PseudonymousEvent) =>
  `${String(position).padStart(8)}  ${recordedAt.replace('T', ' ').replace('Z', '')}  ${type.padEnd(20)}  ${stream}${version === null ? '' : `@${version}`}  ${role ?? 'nobody'}  ${JSON.stringify(data)}\n`;

/** Prints an event under pseudonyms. */
export const printEvent = (
  { out, pseudonyms }: Pick<ReaderContext, 'out' | 'pseudonyms'>,
  event: RecordedEvent,
  options: { json?: boolean },
): Promise<void> => {
  // Operators see the exact time, because they can read the log itself. Exports for analysts have only the hour.
  const recordedAt = event.recordedAt.toISOString();
  const pseudonymous = { ...pseudonymizeEvent(event, pseudonyms), recordedAt };
  return write(out, options.json ? `${JSON.stringify(pseudonymous)}\n` : formatLine(pseudonymous));
};
