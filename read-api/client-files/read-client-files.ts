import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { serverFolder } from '#contract/rendered-pages.ts';

/** A file of the built client. Files are kept in memory: they are a few megabytes and do not change at run time. */
export type ClientFile = {
  body: Buffer;
  type: string;
  etag: string;
  cacheControl: string;
  /** Videos are served in byte ranges, so that players can seek, and without further compression. */
  isVideo: boolean;
  /** Compressed versions that the build has written next to the file (`a.js.br`, `a.js.gz`), in order of preference. */
  compressed: { encoding: 'br' | 'gzip'; body: Buffer }[];
};

const contentTypes: Record<string, string> = {
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

const compressions = [
  { encoding: 'br', extension: '.br' },
  { encoding: 'gzip', extension: '.gz' },
] as const;

/**
 * Reads all files of the built client.
 * @param folder the output of the build; if it is null or missing, there are no files.
 * @returns the files by URL path (`/assets/main-1a2b.js`). Nothing else is served, so no URL can reach a file outside
 * the folder.
 */
export const readClientFiles = (folder: string | null): ReadonlyMap<string, ClientFile> => {
  if (folder === null) return new Map();
  let filePaths: string[];
  try {
    filePaths = listFiles(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Map();
    throw error;
  }
  const existing = new Set(filePaths);
  const files = new Map<string, ClientFile>();
  const publicFilePaths = filePaths.filter(
    (filePath) => !isCompressed(filePath) && !isForServer(relative(folder, filePath)),
  );
  for (const filePath of publicFilePaths) {
    const urlPath = encodeURI(`/${relative(folder, filePath).split(sep).join('/')}`);
    const body = readFileSync(filePath);
    const type = contentTypes[extname(filePath)] ?? 'application/octet-stream';
    const isVideo = type.startsWith('video/');
    files.set(urlPath, {
      body,
      type,
      etag: createEntityTag(body, isVideo),
      // Names under `assets/` contain a hash of the content.
      cacheControl: urlPath.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      isVideo,
      compressed: compressions.flatMap(({ encoding, extension }) =>
        existing.has(filePath + extension) ? [{ encoding, body: readFileSync(filePath + extension) }] : [],
      ),
    });
  }
  return files;
};

const listFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** The code that renders pages runs only on the server. */
const isForServer = (relativePath: string) => relativePath.split(sep)[0] === serverFolder;

const isCompressed = (filePath: string) => compressions.some(({ extension }) => filePath.endsWith(extension));

/**
 * Returns a strong tag for a video, because clients combine ranges of a file only if its tag is strong. Other files are
 * sent in several content codings under one tag, so that tag is weak.
 */
const createEntityTag = (body: Buffer, isVideo: boolean): string =>
  `${isVideo ? '' : 'W/'}"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
