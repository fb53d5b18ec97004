import net from 'node:net';

/** Whether only this machine reaches an address, or a host name of which everybody knows that. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (net.isIPv4(host) && host.startsWith('127.'));
}
