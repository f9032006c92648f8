import { once } from 'node:events';
import type { Writable } from 'node:stream';

/** Writes, and waits while the reader of the stream is behind: whatever is printed, memory holds a page of it. */
export const write = async (out: Writable, text: string | Uint8Array): Promise<void> => {
  if (!out.write(text)) await once(out, 'drain');
};
