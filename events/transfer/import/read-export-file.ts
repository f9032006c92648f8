import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { BadExportError, endLine } from '../raw-export-format.ts';

/** A seal over the largest page that there may be has a line of 45 MB. */
const longestLine = 64 * 1_048_576;
const lineFeed = 0x0a;

/** Lines of a file, without their ends, in constant memory. @throws BadExportError for a line that is far too long. */
export async function* splitLines(file: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let length = 0;
  for await (const chunk of file) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let start = 0;
    for (let end = bytes.indexOf(lineFeed); end >= 0; end = bytes.indexOf(lineFeed, start)) {
      const rest = bytes.subarray(start, end);
      yield waiting.length === 0 ? rest : Buffer.concat([...waiting, rest]);
      [waiting, length, start] = [[], 0, end + 1];
    }
    if (start === bytes.length) continue;
    // Kept beyond this chunk, so of its own: the chunk may be used again.
    waiting.push(Buffer.from(bytes.subarray(start)));
    length += bytes.length - start;
    if (length > longestLine)
      throw new BadExportError('This is no raw export: it has a line without an end.');
  }
  if (length > 0) throw new BadExportError('The file is cut off: its last line has no end.');
}

const parse = (line: Buffer, number: number): unknown => {
  try {
    return JSON.parse(line.toString());
  } catch (error) {
    throw new BadExportError(`Line ${number} of the file is no JSON: it was changed, or is no raw export.`, {
      cause: error,
    });
  }
};

/** @throws BadExportError that names the line and the first thing that is wrong with it. */
export const parseLine = <S extends z.ZodType>(schema: S, line: unknown, number: number): z.infer<S> => {
  const { data, error } = schema.safeParse(line);
  if (data !== undefined) return data;
  const [issue] = error?.issues ?? [];
  throw new BadExportError(
    `Line ${number} of the file is not as it must be (${issue?.path.join('.')}: ${issue?.message}).`,
  );
};

export type NumberedLine = { number: number; line: object };

/**
 * The lines of a raw export up to its last one, each parsed as JSON; the last one is held against all the others.
 * @throws BadExportError when the file ends without its last line, goes on behind it, or is not what its digest says.
 */
export async function* readExportFile(file: AsyncIterable<Uint8Array>): AsyncGenerator<NumberedLine> {
  const digest = createHash('sha256');
  let number = 0;
  let keys = 0;
  let ended = false;
  for await (const bytes of splitLines(file)) {
    if (ended) throw new BadExportError('The file goes on behind its last line.');
    number += 1;
    const line = parse(bytes, number);
    if (typeof line !== 'object' || line === null)
      throw new BadExportError(`Line ${number} of the file is not as it must be.`);
    if ('end' in line) {
      const { end } = parseLine(endLine, line, number);
      if (end.lines !== number - 1 || end.keys !== keys)
        throw new BadExportError(
          `Lines are missing: there are ${number - 1}, and ${keys} keys; there were ${end.lines}, and ${end.keys}.`,
        );
      if (end.sha256 !== digest.digest('hex'))
        throw new BadExportError('The file was changed: it is not what the digest in its last line says.');
      ended = true;
      continue;
    }
    if ('key' in line) keys += 1;
    digest.update(bytes).update('\n');
    yield { number, line };
  }
  if (!ended) throw new BadExportError('The file is cut off: its last line, with the digest, is missing.');
}
