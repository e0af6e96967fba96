import { isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';

/** Groups of an IPv6 address that a provider hands to one customer. */
const NETWORK_GROUPS = 4;

/** Writes an IPv6 address without the abbreviation `::`. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const parts = (text: string | undefined) => (text ? text.split(':') : []);
  const [before, after] = [parts(head), parts(tail)];
  const missing = tail === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array<string>(Math.max(0, missing)).fill('0'), ...after];
}

/** Returns what tells the clients without sign-in apart: their address, for IPv6 its network, which has countless addresses. */
export function sourceOf({ ip }: Pick<FastifyRequest, 'ip'>): string {
  return isIPv6(ip) && !ip.includes('.') ? groupsOf(ip).slice(0, NETWORK_GROUPS).join(':') : ip;
}
