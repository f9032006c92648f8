import type { IncomingMessage } from 'node:http';
import { endpoints } from '#contract/endpoints.ts';
import { problemError } from '../problems.ts';
import type { RequestMiddleware } from './context.ts';

type RequestHeaders = Pick<IncomingMessage['headers'], 'host' | 'origin'>;

const isLoopbackName = (name: string): boolean =>
  name === 'localhost' || name === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(name);

/** Parses a Host header; null if it contains anything but a name and a port. */
const parseHost = (host: string | undefined): URL | null =>
  host !== undefined && /^[\w.-]+(:\d+)?$|^\[[\da-f:.]+\](:\d+)?$/i.test(host)
    ? URL.parse(`http://${host}`)
    : null;

/**
 * Returns whether a `Host` header names this product: a loopback name or the name in `PUBLIC_URL`, with any port. Another name
 * may belong to an attacker who makes it resolve to this server, so that the browser mistakes their page for one of ours (DNS
 * rebinding).
 */
export const isOwnHost = (host: string | undefined, publicUrl: string | null): boolean => {
  const name = parseHost(host)?.hostname;
  if (name === undefined) return false;
  return isLoopbackName(name) || (publicUrl !== null && name === new URL(publicUrl).hostname);
};

/**
 * Returns false if the `Origin` of a request names another site. The origin must be that of `PUBLIC_URL` or have the same host
 * as the request. Requests without `Origin` pass: programs send none, and browsers send none with most GETs, which change
 * nothing.
 */
export const isFromOwnOrigin = ({ host, origin }: RequestHeaders, publicUrl: string | null): boolean => {
  if (origin === undefined) return true;
  const page = URL.parse(origin);
  if (page === null) return false;
  const ownUrl = publicUrl === null ? null : new URL(publicUrl);
  if (page.origin === ownUrl?.origin) return true;
  // Under the public name, only the exact origin counts. A page with a different protocol (http) or port may be forged.
  if (page.hostname === ownUrl?.hostname && !isLoopbackName(page.hostname)) return false;
  return page.host !== '' && page.host === parseHost(host)?.host;
};

/** The read-api calls this endpoint under the internal name of the command-api, with the token of an Admin. */
const { method: internalMethod, path: internalPath } = endpoints.recordReading;

/** Refuses requests whose `Host` is not this product, except internal ones, and requests whose `Origin` is another site. */
export const refuseForeignRequests =
  (publicUrl: string): RequestMiddleware =>
  async (context, next) => {
    const { headers } = context.req;
    const isInternal = context.method === internalMethod && context.path === internalPath;
    if (!isInternal && !isOwnHost(headers.host, publicUrl))
      throw problemError(
        'forbidden',
        "This address does not belong to this school. The operator can set the school's address in PUBLIC_URL.",
      );
    if (!isFromOwnOrigin(headers, publicUrl))
      throw problemError('forbidden', "Another site's page must not send requests to this school.");
    await next();
  };
