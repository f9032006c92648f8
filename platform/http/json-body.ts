import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { ProblemError, problemError } from '../problems.ts';

/** The maximum body size in bytes; larger bodies get 413. */
export const maxBodyBytes = 100 * 1024;
/** The maximum nesting depth. Real bodies are nested two or three levels deep. */
const maxDepth = 20;
/** The time in which a body must arrive. The server's request timeout is a second limit. */
const readTimeoutMs = 10_000;

const bodyTooLargeError = () => problemError('body-too-large', 'The body may have at most 100 KB.');

const readBytes = async (request: IncomingMessage): Promise<Buffer> => {
  if (Number(request.headers['content-length'] ?? 0) > maxBodyBytes) throw bodyTooLargeError();
  const chunks: Buffer[] = [];
  let size = 0;
  const timer = setTimeout(() => request.destroy(new Error('The body arrived too slowly.')), readTimeoutMs);
  try {
    // Keeps the connection open, so that the refusal reaches the client.
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBodyBytes) throw bodyTooLargeError();
      chunks.push(chunk);
    }
  } catch (error) {
    // The client disconnected, was too slow, or sent a malformed body.
    throw error instanceof ProblemError ? error : problemError('broken-json', 'The body is incomplete.');
  } finally {
    clearTimeout(timer);
  }
  return Buffer.concat(chunks);
};

/** Checks the nesting depth without recursion, because the client chooses the depth. */
const isTooDeep = (text: string): boolean => {
  let depth = 0;
  let isInString = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (isInString) {
      // Skips the escaped character.
      if (character === '\\') index += 1;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === '{' || character === '[') {
      depth += 1;
      if (depth > maxDepth) return true;
    } else if (character === '}' || character === ']') depth -= 1;
  }
  return false;
};

const parseBody = (bytes: Buffer): unknown => {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw problemError('broken-json', 'The body is not valid UTF-8.');
  }
  if (isTooDeep(text))
    throw problemError('broken-json', `The body is nested more than ${maxDepth} levels deep.`);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw problemError('broken-json', 'The body is not valid JSON.');
  }
};

const isJson = (contentType: string | undefined): boolean =>
  /^application\/(json|[\w.+-]+\+json)\s*(;\s*charset="?utf-8"?\s*)?$/i.test(contentType ?? '');

export type JsonBody = {
  /** The parsed body; undefined if there was none. */
  value: unknown;
  /** SHA-256 of the body's bytes, in hex. A repetition must have the same hash. */
  hash: string;
};

/**
 * Reads and parses a JSON body.
 * @throws `body-too-large`, `not-json` (a different content type or none, or a compressed body), `broken-json`.
 */
export const readJsonBody = async (request: IncomingMessage): Promise<JsonBody> => {
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity')
    throw problemError('not-json', 'Compressed bodies are not supported. Send uncompressed JSON.');
  const bytes = await readBytes(request);
  const hash = createHash('sha256').update(bytes).digest('hex');
  if (bytes.length === 0) return { value: undefined, hash };
  if (!isJson(request.headers['content-type']))
    throw problemError('not-json', 'Send the body as JSON, with Content-Type: application/json.');
  return { value: parseBody(bytes), hash };
};

/**
 * Reads and discards the body of a request that needs none. Call it before the request is executed. Otherwise Node could still answer
 * 400 to a malformed body, even though the request was executed.
 * @throws `body-too-large`, `broken-json` if it is incomplete or malformed.
 */
export const dropBody = async (request: IncomingMessage): Promise<void> => {
  await readBytes(request);
};
