import { createWriteStream, renameSync, statSync, type WriteStream } from 'node:fs';

const maxBytes = 10_000_000;

/** Opens a log file for appending, readable by its owner only. A file over 10 MB is first renamed to `….1`, in place of an earlier one. */
export const openLogFile = (file: string): WriteStream => {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > maxBytes) renameSync(file, `${file}.1`);
  return createWriteStream(file, { flags: 'a', mode: 0o600 });
};
