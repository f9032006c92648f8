import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { ProblemError, problemError } from '../problems.ts';

/** The longest body that is read, in bytes (decisions: over 100 KB is 413). */
export const bodyLimit = 100 * 1024;
/** Real bodies nest two or three levels. */
const deepest = 20;
/** A body that trickles in is given up; the server's own request timeout is the net below. */
const readWithin = 10_000;

const tooLarge = () => problemError('body-too-large', 'The body may have at most 100 KB.');

const readBytes = async (request: IncomingMessage): Promise<Buffer> => {
  if (Number(request.headers['content-length'] ?? 0) > bodyLimit) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  const timer = setTimeout(() => request.destroy(new Error('The body came too slowly.')), readWithin);
  try {
    // Not destroyed on the way out: the refusal still has to reach the sender.
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > bodyLimit) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (error) {
    // The sender left, or was too slow: nobody's mistake here, and hardly anybody is left to be told.
    throw error instanceof ProblemError
      ? error
      : problemError('broken-json', 'The body did not arrive whole.');
  } finally {
    clearTimeout(timer);
  }
  return Buffer.concat(chunks);
};

/** Whether values nest deeper than anything that a call takes, without recursion (the depth is the sender's choice). */
const isTooDeep = (text: string): boolean => {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (inString) {
      if (character === '\\') at += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{' || character === '[') {
      depth += 1;
      if (depth > deepest) return true;
    } else if (character === '}' || character === ']') depth -= 1;
  }
  return false;
};

const parse = (bytes: Buffer): unknown => {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw problemError('broken-json', 'The body is not valid UTF-8.');
  }
  if (isTooDeep(text)) throw problemError('broken-json', `The body nests more than ${deepest} levels deep.`);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw problemError('broken-json', 'The body is not valid JSON.');
  }
};

const isJson = (contentType: string | undefined): boolean =>
  /^application\/(json|[\w.+-]+\+json)\s*(;\s*charset="?utf-8"?\s*)?$/i.test(contentType ?? '');

export type JsonBody = {
  /** The parsed body; undefined when none came. */
  value: unknown;
  /** SHA-256 of its bytes, hex: a repeat of a command is known by it. */
  hash: string;
};

/**
 * Reads a request's body as JSON.
 * @throws `body-too-large`, `not-json` (another or no content type, or a compressed body), `broken-json`.
 */
export const readJsonBody = async (request: IncomingMessage): Promise<JsonBody> => {
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity')
    throw problemError('not-json', 'Compressed bodies are not understood; send JSON as it is.');
  const bytes = await readBytes(request);
  const hash = createHash('sha256').update(bytes).digest('hex');
  if (bytes.length === 0) return { value: undefined, hash };
  if (!isJson(request.headers['content-type']))
    throw problemError('not-json', 'Send the body as JSON, with Content-Type: application/json.');
  return { value: parse(bytes), hash };
};
