import type { IncomingMessage } from 'node:http';
import { type BlockList, isIP, isIPv4 } from 'node:net';

/** IPv4 as seen by an IPv6 socket (`::ffff:10.0.0.1`) is the same address. */
const plain = (address: string): string => (address.startsWith('::ffff:') ? address.slice(7) : address);

const isTrusted = (address: string, trusted: BlockList): boolean =>
  isIP(address) !== 0 && trusted.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');

/** Whether the socket's other end is one of our proxies. */
export const comesFromProxy = (request: IncomingMessage, trusted: BlockList): boolean =>
  isTrusted(plain(request.socket.remoteAddress ?? ''), trusted);

/**
 * The address that a request really comes from: the socket's, or, as far as trusted proxies vouch for it, the last
 * one in `X-Forwarded-For` that is not itself a trusted proxy. What a client writes into that header itself stands
 * further left and is never reached.
 * @param vouchedFor whether the socket's other end is one of ours, wherever it is.
 */
export const clientAddress = (request: IncomingMessage, trusted: BlockList, vouchedFor = false): string => {
  let address = plain(request.socket.remoteAddress ?? 'unknown');
  const forwarded = [request.headers['x-forwarded-for'] ?? ''].flat().join(',').split(',');
  for (let ours = vouchedFor; ours || isTrusted(address, trusted); ours = false) {
    const next = plain((forwarded.pop() ?? '').trim());
    if (isIP(next) === 0) break;
    address = next;
  }
  return address;
};
