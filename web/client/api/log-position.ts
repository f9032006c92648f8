import { headers } from '#contract/headers.ts';

/** A position in one history of the log. When the log loses events, a new history with a new id begins, and old positions are meaningless. */
export type LogPosition = { logId: string; position: number };

/**
 * For this long after a write, GETs name its position, because the server waits longer for a named position than for the head of the
 * log. After this time the servers have normally applied the write.
 */
const awaitWriteMs = 10_000;

/** The last write of this tab. GETs name its position, so that users see their own changes whichever server answers. */
let lastWrite: (LogPosition & { at: number }) | null = null;

/** The earliest position at which a read of this tab was answered. The first handshake asks for all updates after this position. */
let earliestRead: LogPosition | null = null;

/** Returns the position in the headers of an answer, or null. */
export const readLogPosition = (responseHeaders: Headers): LogPosition | null => {
  const logId = responseHeaders.get(headers.logId);
  const position = Number(responseHeaders.get(headers.logPosition) ?? Number.NaN);
  return logId !== null && Number.isSafeInteger(position) && position >= 0 ? { logId, position } : null;
};

/** Remembers the position that a command reached. */
export const rememberWrite = (responseHeaders: Headers, now = Date.now()): void => {
  const written = readLogPosition(responseHeaders);
  if (written === null) return;
  const isLater =
    lastWrite === null || lastWrite.logId !== written.logId || written.position > lastWrite.position;
  if (isLater) lastWrite = { ...written, at: now };
};

/** Remembers the position at which a read was answered, if it is the earliest of this tab or the first in a different history of the log. */
export const rememberRead = (readAt: LogPosition | null): void => {
  if (readAt === null) return;
  if (earliestRead === null || earliestRead.logId !== readAt.logId || readAt.position < earliestRead.position)
    earliestRead = readAt;
};

/** Returns the position that the next read should include, or null if this tab has not written lately. */
export const getPositionToAwait = (now = Date.now()): LogPosition | null =>
  lastWrite !== null && now - lastWrite.at < awaitWriteMs ? lastWrite : null;

export const getEarliestReadPosition = (): LogPosition | null => earliestRead;
