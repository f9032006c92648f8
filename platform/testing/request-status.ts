import { request } from 'node:http';

/** Sends a request and returns the status of the answer. Unlike `fetch`, it does not normalize the path. */
export const requestStatus = (
  port: number,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
) =>
  new Promise<number>((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, headers, method }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.once('error', reject);
    sent.end();
  });
