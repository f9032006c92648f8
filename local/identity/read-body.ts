import type { IncomingMessage } from 'node:http';

/** Enough for the longest sign-in tokens and the longest URLs of profile pictures. */
const maxBytes = 16 * 1024;

/**
 * Reads the body of a request to the identity provider.
 * @returns `too-large` above 16 KB, `too-slow` if it takes longer than `timeoutMs`, null if the client disconnected.
 */
export const readBody = (
  request: IncomingMessage,
  timeoutMs: number,
): Promise<Buffer | 'too-large' | 'too-slow' | null> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (result: Buffer | 'too-large' | 'too-slow' | null) => {
      clearTimeout(timer);
      request.removeAllListeners('data');
      request.pause();
      resolve(result);
    };
    const timer = setTimeout(() => settle('too-slow'), timeoutMs);
    request.once('close', () => settle(null));
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) return settle('too-large');
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) return settle('too-large');
      chunks.push(chunk);
    });
    request.once('end', () => settle(Buffer.concat(chunks)));
  });
