import { createWriteStream, existsSync, openSync, renameSync, statSync, type WriteStream } from 'node:fs';

const maxBytes = 10_000_000;
/** The shortest time between two attempts to open the file again after a failed write. */
const minReopenMs = 1_000;

export type LogFile = {
  write(text: string): void;
  /** Waits until everything is written, and closes the file. */
  close(): Promise<void>;
};

const open = (file: string): WriteStream => {
  const stream = createWriteStream(file, { fd: openSync(file, 'a', 0o600) });
  // If the disk is full, lines of this file are lost, but the product continues. A failed write also closes the stream.
  stream.on('error', () => undefined);
  return stream;
};

const close = (stream: WriteStream): Promise<void> =>
  new Promise((resolve) => {
    if (stream.closed) resolve();
    else stream.once('close', resolve).end();
  });

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/**
 * Opens a log file for appending, readable only by its owner. It is rotated: when it exceeds 10 MB, it is renamed to `….1` and replaces
 * the older file of that name. This limits what requests can write to the disk. After a failed write, it is opened again.
 */
export const openLogFile = (file: string): LogFile => {
  let size = sizeOf(file);
  const rotate = (): WriteStream => {
    // Somebody may have deleted the file.
    if (existsSync(file)) renameSync(file, `${file}.1`);
    const opened = open(file);
    size = 0;
    return opened;
  };
  let stream = size > maxBytes ? rotate() : open(file);
  let earlierFilesClosed = Promise.resolve();
  let reopenedAtMs = Number.NEGATIVE_INFINITY;
  /** Opens the file again if a failed write has closed it. @returns whether lines can be written. */
  const ensureOpen = (): boolean => {
    if (!stream.destroyed) return true;
    if (performance.now() - reopenedAtMs < minReopenMs) return false;
    reopenedAtMs = performance.now();
    try {
      stream = open(file);
      size = sizeOf(file);
      return true;
    } catch {
      return false;
    }
  };
  return {
    write: (text) => {
      if (!ensureOpen()) return;
      if (size > maxBytes) {
        const renamedFile = stream;
        try {
          stream = rotate();
        } catch {
          // This line is lost, but the product continues. The next write tries again.
          return;
        }
        // Pending writes still go to the renamed file.
        const renamedFileClosed = close(renamedFile);
        earlierFilesClosed = earlierFilesClosed.then(() => renamedFileClosed);
      }
      size += Buffer.byteLength(text);
      stream.write(text);
    },
    close: async () => {
      await close(stream);
      await earlierFilesClosed;
    },
  };
};
