import { once } from 'node:events';
import type { Writable } from 'node:stream';

/** Writes, and waits while the stream's buffer is full, so that memory stays bounded. */
export const write = async (out: Writable, text: string | Uint8Array): Promise<void> => {
  if (!out.write(text)) await once(out, 'drain');
};
