import { createHash } from 'node:crypto';
import { type Dirent, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';

/** A file of the built client, held in memory: it is a few megabytes and never changes while the server runs. */
export type ClientFile = {
  body: Buffer;
  type: string;
  etag: string;
  cacheControl: string;
  /** Films are asked for in parts, so that a player can jump; they are compressed already. */
  inParts: boolean;
  /** Made by the build beside the file (`a.js.br`, `a.js.gz`), by content encoding; best first. */
  encoded: { encoding: 'br' | 'gzip'; body: Buffer }[];
};

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.vtt': 'text/vtt; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.webm': 'video/webm',
  '.mp4': 'video/mp4',
};

/** Names under `assets/` hold a digest of the content; everything else may be another file tomorrow. */
const cacheControlOf = (path: string): string =>
  path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';

const filesIn = (folder: string): string[] =>
  (readdirSync(folder, { recursive: true, withFileTypes: true }) as Dirent[])
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

const films = new Set(['.webm', '.mp4']);

/** Of a film strong, since parts of one file are put together by it; else weak, since a file has several encodings. */
const tagOf = (body: Buffer, inParts: boolean): string =>
  `${inParts ? '' : 'W/'}"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;

const isEncoded = (file: string) => file.endsWith('.br') || file.endsWith('.gz');

/**
 * Reads the built client.
 * @param folder where the build wrote it; null or a folder that is not there gives no files.
 * @returns files by the path of their address (`/assets/main-1a2b.js`). What is not in it is not served, so no
 * address can lead out of the folder.
 */
export const readClientFiles = (folder: string | null): ReadonlyMap<string, ClientFile> => {
  if (folder === null) return new Map();
  let found: string[];
  try {
    found = filesIn(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Map();
    throw error;
  }
  const encodings = [
    ['br', '.br'],
    ['gzip', '.gz'],
  ] as const;
  const there = new Set(found);
  const files = new Map<string, ClientFile>();
  for (const file of found.filter((name) => !isEncoded(name))) {
    const path = encodeURI(`/${relative(folder, file).split(sep).join('/')}`);
    const body = readFileSync(file);
    const inParts = films.has(extname(file));
    files.set(path, {
      body,
      type: types[extname(file)] ?? 'application/octet-stream',
      etag: tagOf(body, inParts),
      cacheControl: cacheControlOf(path),
      inParts,
      encoded: encodings.flatMap(([encoding, ending]) =>
        there.has(file + ending) ? [{ encoding, body: readFileSync(file + ending) }] : [],
      ),
    });
  }
  return files;
};
