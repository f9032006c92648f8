import { createWriteStream, renameSync, statSync, type WriteStream } from 'node:fs';

const enough = 10_000_000;

/** Opens a log for appending, readable by its owner only. One older part of it is kept, so that starts do not add up for ever. */
export const openLogFile = (file: string): WriteStream => {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > enough) renameSync(file, `${file}.1`);
  return createWriteStream(file, { flags: 'a', mode: 0o600 });
};
