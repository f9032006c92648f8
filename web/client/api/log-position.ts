import { headers } from '#contract/headers.ts';

/** A place in one log; after a reset the log has another id, and old positions mean nothing. */
export type LogPlace = { logId: string; position: number };

/**
 * How long after a write reads name its position, in milliseconds. Afterwards every server has long projected it,
 * and a read that names nothing waits for the head instead, which is more.
 */
const namedForMs = 10_000;

/** What this tab wrote last: goes with its reads, so that a person sees what they did, whichever server answers. */
let written: (LogPlace & { at: number }) | null = null;

/** The earliest place that any read of this tab was answered at: the socket asks for everything told since. */
let earliestRead: LogPlace | null = null;

/** The place that an answer names in its headers, or null. */
export const placeOf = (answer: Headers): LogPlace | null => {
  const logId = answer.get(headers.logId);
  const position = Number(answer.get(headers.logPosition) ?? Number.NaN);
  return logId !== null && Number.isSafeInteger(position) && position >= 0 ? { logId, position } : null;
};

/** Takes note of the position that a command reached. */
export const rememberWrite = (answer: Headers, now = Date.now()): void => {
  const place = placeOf(answer);
  if (place === null) return;
  const further = written === null || written.logId !== place.logId || place.position > written.position;
  if (further) written = { ...place, at: now };
};

/** Takes note of the place that a read was answered at. */
export const rememberRead = (place: LogPlace | null): void => {
  if (place === null) return;
  if (earliestRead === null || earliestRead.logId !== place.logId || place.position < earliestRead.position)
    earliestRead = place;
};

/** The place that the next read has to wait for, or null when nothing was written from here of late. */
export const placeToAwait = (now = Date.now()): LogPlace | null =>
  written !== null && now - written.at < namedForMs ? written : null;

export const earliestReadPlace = (): LogPlace | null => earliestRead;
