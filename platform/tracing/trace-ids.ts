import { createHash } from 'node:crypto';

const traceparentPattern = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/;
const traceIdPattern = /^[0-9a-f]{32}$/;

/** The second half of a trace id is also a span id (see `rootSpanIdOf`), and ids of zeros are not valid. */
const isUsable = (traceId: string): boolean =>
  traceIdPattern.test(traceId) && !/^0+$/.test(traceId.slice(16));

/**
 * Returns the trace id of a `traceparent` header (W3C Trace Context, version 00), or null if the header is not valid. The
 * parent id is not used, because browsers export no spans. The flags are not used, because the server decides what is recorded.
 */
export const parseTraceparent = (header: string): string | null => {
  const [, traceId = '', parentId = ''] = traceparentPattern.exec(header) ?? [];
  return isUsable(traceId) && !/^0+$/.test(parentId) ? traceId : null;
};

/** Returns the request id of a trace: the trace id, written as a UUID. */
export const requestIdOf = (traceId: string): string =>
  traceId.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/**
 * Returns the trace id of a request, and of the events that it appended: their correlation id is the request id. If the request id,
 * without hyphens, consists of 32 hexadecimal digits in lower case, as a UUID does, and their second half is not zeros, these digits
 * are the trace id. Any other request id is hashed.
 */
export const traceIdOf = (requestId: string): string => {
  const digits = requestId.replaceAll('-', '');
  return isUsable(digits) ? digits : createHash('sha256').update(requestId).digest('hex').slice(0, 32);
};

/**
 * Returns the id of the span of a command's request. It follows from the trace id, so a service that reads an event
 * knows the parent of its own span.
 */
export const rootSpanIdOf = (traceId: string): string => traceId.slice(16);
