import type { Context } from '#platform/http/context.ts';
import type { EncodedAnswer } from './answer-cache.ts';

/** Sets the headers of an answer, except its length: that of a long answer is known only after the compression. */
export const sendHead = (
  context: Context,
  { headers: extraHeaders, type, coding }: Omit<EncodedAnswer, 'body'>,
): void => {
  // `koa-compress` must not compress the answer as well: it would do so again for each request, and a client could choose a slow
  // method.
  context.compress = false;
  context.set(extraHeaders);
  context.type = type;
  if (coding !== 'identity') context.set('Content-Encoding', coding);
};

/** Sends the bytes of an answer as they are. */
export const sendEncoded = (context: Context, { body, ...head }: EncodedAnswer): void => {
  sendHead(context, head);
  context.body = body;
};
