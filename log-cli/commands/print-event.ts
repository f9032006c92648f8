import type { RecordedEvent } from '#events/log/log.ts';
import { type PseudonymousEvent, pseudonymous } from '#events/pseudonyms/pseudonymous-event.ts';
import type { Context } from '../place/context.ts';
import { write } from '../terminal/write.ts';

/** An event as a line for a person: position, time, what happened to which stream, in which role, and its data. */
const line = ({ position, recordedAt, stream, version, type, role, data }: PseudonymousEvent) =>
  `${String(position).padStart(8)}  ${recordedAt.replace('T', ' ').replace('Z', '')}  ${type.padEnd(20)}  ${stream}@${version}  ${role ?? 'nobody'}  ${JSON.stringify(data)}\n`;

/** Prints an event under pseudonyms, as a line to read or as JSON. */
export const printEvent = (
  { out, pseudonyms }: Pick<Context, 'out' | 'pseudonyms'>,
  event: RecordedEvent,
  options: { json?: boolean },
): Promise<void> => {
  const shown = pseudonymous(event, pseudonyms);
  return write(out, options.json ? `${JSON.stringify(shown)}\n` : line(shown));
};
