import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { BadExportError } from '../bad-export-error.ts';
import { endLine } from '../raw-export-format.ts';

/** The longest line is that of a seal. It takes 43 MB for the largest page that verification accepts (1,000,000 events). */
const maxLineBytes = 64 * 1_048_576;
const lineFeed = 0x0a;

/**
 * Yields the lines of a file without their line feeds, in constant memory.
 * @throws BadExportError for a line that is too long or has no line feed.
 */
async function* splitLines(file: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let partialLine: Buffer[] = [];
  let partialBytes = 0;
  for await (const chunk of file) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let start = 0;
    for (let end = bytes.indexOf(lineFeed); end >= 0; end = bytes.indexOf(lineFeed, start)) {
      const rest = bytes.subarray(start, end);
      yield partialLine.length === 0 ? rest : Buffer.concat([...partialLine, rest]);
      partialLine = [];
      partialBytes = 0;
      start = end + 1;
    }
    if (start === bytes.length) continue;
    // Copied, because the stream may reuse the memory of the chunk.
    partialLine.push(Buffer.from(bytes.subarray(start)));
    partialBytes += bytes.length - start;
    if (partialBytes > maxLineBytes)
      throw new BadExportError('This is not a raw export: one of its lines is too long.');
  }
  if (partialBytes > 0) throw new BadExportError('The file is truncated: its last line is incomplete.');
}

const parseJson = (line: Buffer, number: number): unknown => {
  try {
    return JSON.parse(line.toString());
  } catch (error) {
    throw new BadExportError(
      `Line ${number} of the file is not JSON: the file was changed or is not a raw export.`,
      { cause: error },
    );
  }
};

/**
 * Validates a line.
 * @param number of the line, from 1, for the error.
 * @throws BadExportError with the first problem of the line.
 */
export const parseLine = <S extends z.ZodType>(schema: S, line: unknown, number: number): z.infer<S> => {
  const { data, error } = schema.safeParse(line);
  if (data !== undefined) return data;
  const [issue] = error?.issues ?? [];
  throw new BadExportError(
    `Line ${number} of the file is not valid (${issue?.path.join('.')}: ${issue?.message}).`,
  );
};

export type NumberedLine = { number: number; line: object };

/**
 * Yields the parsed lines of a raw export except the last one, and checks the counts and the digest in the last one.
 * @throws BadExportError for a line that is too long or not a JSON object; if the last line is missing or another line follows it, or if its
 * counts or digest do not match.
 */
export async function* readExportFile(file: AsyncIterable<Uint8Array>): AsyncGenerator<NumberedLine> {
  const digest = createHash('sha256');
  let number = 0;
  let keys = 0;
  let hasEnded = false;
  for await (const bytes of splitLines(file)) {
    if (hasEnded) throw new BadExportError('The file continues after the line with its digest.');
    number += 1;
    const line = parseJson(bytes, number);
    if (typeof line !== 'object' || line === null)
      throw new BadExportError(`Line ${number} of the file is not a JSON object.`);
    if ('end' in line) {
      const { end } = parseLine(endLine, line, number);
      if (end.lines !== number - 1 || end.keys !== keys)
        throw new BadExportError(
          `Lines are missing: the file should have ${end.lines} lines with ${end.keys} keys, but has ${number - 1} lines with ${keys} keys.`,
        );
      if (end.sha256 !== digest.digest('hex'))
        throw new BadExportError('The file was changed: it does not match the digest in its last line.');
      hasEnded = true;
      continue;
    }
    if ('key' in line) keys += 1;
    digest.update(bytes).update('\n');
    yield { number, line };
  }
  if (!hasEnded)
    throw new BadExportError('The file is truncated: its last line, with the digest, is missing.');
}
