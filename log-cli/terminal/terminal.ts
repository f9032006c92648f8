import type { Writable } from 'node:stream';

type Output = Writable & { isTTY?: boolean };

/** Standard output, standard error, and the signal that interrupts the command. */
export type Terminal = { out: Output; err: Output; signal: AbortSignal };
