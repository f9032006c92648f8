import type { Context } from '#platform/http/context.ts';
import type { EncodedAnswer } from './answer-cache.ts';

/** Sends the headers of an answer without its length, which is known only after the compression. */
export const sendHead = (
  context: Context,
  { headers: extraHeaders, type, coding }: Omit<EncodedAnswer, 'body'>,
): void => {
  // Koa must not compress the answer as well. Otherwise a client could make the server compress an answer again and again,
  // or by a slow method.
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
