import type { AddressInfo } from 'node:net';

/**
 * Returns the address at which a browser on this machine reaches a server. It contains the IP address, because "localhost" may also be the
 * other loopback address, where another process could listen and receive a secret. A server that listens on all addresses, or on that of
 * a container whose port is published, is reached at 127.0.0.1.
 */
export const formatOrigin = ({ address, port }: Pick<AddressInfo, 'address' | 'port'>): string => {
  if (address === '::1') return `http://[::1]:${port}`;
  return `http://${address.startsWith('127.') ? address : '127.0.0.1'}:${port}`;
};
