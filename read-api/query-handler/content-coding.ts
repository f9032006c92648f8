import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Context } from '#platform/http/context.ts';

/** The form in which the body of an answer is sent (RFC 9110). `identity` is the body itself. */
export type ContentCoding = 'br' | 'gzip' | 'identity';

/** Shorter bodies are not compressed, because they fit into one packet anyway. */
const minCompressedBytes = 1_024;
/** The highest level that compresses at least as fast as gzip. */
export const brotliQuality = 4;

/**
 * Returns the size of the window as an exponent of two: the smallest power of two above the length of the body, but at least Brotli's
 * minimum (10) and at most the default (22). A larger window would only take more memory, and more time to clear it.
 */
const findBrotliWindowBits = (byteLength: number): number =>
  Math.min(
    constants.BROTLI_MAX_WINDOW_BITS - 2,
    Math.max(constants.BROTLI_MIN_WINDOW_BITS, Math.ceil(Math.log2(byteLength + 1))),
  );

const compressors = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
        [constants.BROTLI_PARAM_LGWIN]: findBrotliWindowBits(body.length),
      },
    }),
  gzip: (body: Buffer) => promisify(gzip)(body),
  identity: async (body: Buffer) => body,
} as const satisfies Record<ContentCoding, (body: Buffer) => Promise<Buffer>>;

const decompressors = {
  br: (body: Buffer) => promisify(brotliDecompress)(body),
  gzip: (body: Buffer) => promisify(gunzip)(body),
  identity: async (body: Buffer) => body,
} as const satisfies Record<ContentCoding, (body: Buffer) => Promise<Buffer>>;

/** The best coding by `Accept-Encoding` header. Browsers send few different headers, and a lookup is faster than parsing. */
const codingByHeader = new LRUCache<string, ContentCoding>({ max: 100 });

/** Returns the best coding that the client accepts. */
export const acceptedCoding = (context: Pick<Context, 'acceptsEncodings' | 'get'>): ContentCoding => {
  const header = context.get('accept-encoding');
  const known = codingByHeader.get(header);
  if (known !== undefined) return known;
  const isAccepted = (candidate: ContentCoding) => context.acceptsEncodings(candidate) === candidate;
  const coding = (['br', 'gzip'] as const).find(isAccepted) ?? 'identity';
  codingByHeader.set(header, coding);
  return coding;
};

/** Returns the coding in which a body of this length is sent to a client that accepts `coding`. */
export const codingFor = (coding: ContentCoding, byteLength: number): ContentCoding =>
  byteLength < minCompressedBytes ? 'identity' : coding;

/** Compresses a body in a background thread. */
export const encodeBody = (body: Buffer, coding: ContentCoding): Promise<Buffer> => compressors[coding](body);

/** Returns the original body. */
export const decodeBody = (encoded: Buffer, coding: ContentCoding): Promise<Buffer> =>
  decompressors[coding](encoded);
