import type { Context } from '#platform/http/context.ts';
import { isOwnHost } from '#platform/http/own-origin.ts';

/**
 * Returns the origin for absolute addresses of this product: that of `PUBLIC_URL`, or that of the request if it names a loopback
 * host. Returns null for any other host, because a client can send any name.
 */
export const publicOrigin = (
  { host, protocol }: Pick<Context, 'host' | 'protocol'>,
  publicUrl: string | null,
): string | null => {
  if (publicUrl !== null) return new URL(publicUrl).origin;
  return isOwnHost(host, null) ? `${protocol}://${host}` : null;
};
