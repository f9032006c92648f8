import type { IncomingMessage } from 'node:http';
import { type BlockList, isIP, isIPv4 } from 'node:net';

/** Converts an IPv4-mapped IPv6 address (`::ffff:10.0.0.1`) to plain IPv4. */
const unmapIPv4 = (address: string): string => (address.startsWith('::ffff:') ? address.slice(7) : address);

const isTrusted = (address: string, trusted: BlockList): boolean =>
  isIP(address) !== 0 && trusted.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');

/** Returns whether a request comes directly from a trusted proxy. */
export const isFromTrustedProxy = (request: IncomingMessage, trusted: BlockList): boolean =>
  isTrusted(unmapIPv4(request.socket.remoteAddress ?? ''), trusted);

/**
 * Returns the client's address: that of the socket or, behind trusted proxies, the last address in `X-Forwarded-For` that is
 * not a trusted proxy (the first address if all are). Entries that the client itself put there are further left and never reached.
 * @param isFromThisProcess whether another service of this process sent the request.
 */
export const clientAddress = (
  request: IncomingMessage,
  trusted: BlockList,
  isFromThisProcess = false,
): string => {
  let address = unmapIPv4(request.socket.remoteAddress ?? 'unknown');
  const header = request.headers['x-forwarded-for'];
  if (header === undefined) return address;
  const forwarded = [header].flat().join(',').split(',');
  // A service of this process counts as a trusted proxy, but only as the sender of the request itself.
  let isSenderTrusted = isFromThisProcess || isTrusted(address, trusted);
  while (isSenderTrusted) {
    const next = unmapIPv4((forwarded.pop() ?? '').trim());
    if (isIP(next) === 0) break;
    address = next;
    isSenderTrusted = isTrusted(address, trusted);
  }
  return address;
};
