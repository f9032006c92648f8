import { createWriteStream, openSync, renameSync, statSync, type WriteStream } from 'node:fs';

const maxBytes = 10_000_000;

export type LogFile = {
  write(text: string): void;
  /** Waits until everything is written, and closes the file. */
  close(): Promise<void>;
};

const open = (file: string): WriteStream => {
  const stream = createWriteStream(file, { fd: openSync(file, 'a', 0o600) });
  // A full disk loses lines of the log. It must not end the product.
  stream.on('error', () => undefined);
  return stream;
};

const close = (stream: WriteStream): Promise<void> =>
  new Promise((resolve) => {
    if (stream.closed) resolve();
    else stream.once('close', resolve).end();
  });

/**
 * Opens a log file for appending, readable by its owner only. As soon as the file has more than 10 MB, also while it is written, it is
 * renamed to `….1`, in place of an earlier one. So requests cannot fill the disk.
 */
export const openLogFile = (file: string): LogFile => {
  let size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  const startAgain = (): WriteStream => {
    renameSync(file, `${file}.1`);
    size = 0;
    return open(file);
  };
  let stream = size > maxBytes ? startAgain() : open(file);
  let renamed = Promise.resolve();
  return {
    write: (text) => {
      if (size > maxBytes) {
        // What was written before goes to the renamed file.
        const [earlier, last] = [renamed, close(stream)];
        renamed = earlier.then(() => last);
        stream = startAgain();
      }
      size += Buffer.byteLength(text);
      stream.write(text);
    },
    close: async () => {
      await close(stream);
      await renamed;
    },
  };
};
