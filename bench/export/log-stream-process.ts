/**
 * Writes the body of `GET /log`, up to POSITION, into FILE. Runs the code of the working copy in FOLDER:
 * `node log-stream-process.ts FOLDER FILE POSITION`.
 */
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

const [folder = '', file = '', to] = process.argv.slice(2);
const { openLogStreams }: typeof import('#read-api/resources/log/log-streams.ts') = await import(
  join(folder, 'read-api/resources/log/log-streams.ts')
);
const streams = openLogStreams({ archive: null, connectionString: process.env.DATABASE_URL ?? '' });
const range = { after: 0, to: Number(to), types: new Set<string>() };
// Without a user, without a client that disconnects, and without a check of the access.
const lines = await streams.open(range, null, new AbortController().signal, async () => {});
await pipeline(lines, createWriteStream(file));
await streams.close();
