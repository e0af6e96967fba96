import { isIP, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { DEVICE, DEVICE_NAME } from '#contract/http.ts';
import type { RelyingParty } from '#server/accounts/factor/passkey-ceremony.ts';
import type { Origin } from '#server/db/branch-scope.ts';

const MAX_AGENT_LENGTH = 255;
/** An invalid name is ignored: it must not reject a payment. */
function deviceNameIn(header: string | string[] | undefined): string | undefined {
  try {
    const name = decodeURIComponent(String(header ?? ''));
    return DEVICE_NAME.test(name) ? name : undefined;
  } catch {
    return undefined;
  }
}

export function originOf({ headers }: FastifyRequest): Origin {
  return {
    device: deviceNameIn(headers[DEVICE.toLowerCase()]),
    agent: headers['user-agent']?.slice(0, MAX_AGENT_LENGTH),
  };
}

/** A provider hands so many groups of an IPv6 address to one customer. */
const NETWORK_GROUPS = 4;

function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const parts = (text: string | undefined) => (text ? text.split(':') : []);
  const [before, after] = [parts(head), parts(tail)];
  const missing = tail === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array<string>(Math.max(0, missing)).fill('0'), ...after];
}

/** For IPv6 the network, because one client has countless addresses. */
export function sourceOf({ ip }: Pick<FastifyRequest, 'ip'>): string {
  return isIPv6(ip) && !ip.includes('.') ? groupsOf(ip).slice(0, NETWORK_GROUPS).join(':') : ip;
}

/** Behind a proxy that speaks TLS the browser knows the scheme better. A page elsewhere cannot name our host there. */
function originAsked({ headers, host, protocol }: FastifyRequest): string {
  const { origin } = headers;
  const isOwn = origin !== undefined && URL.canParse(origin) && new URL(origin).host === host;
  return isOwn ? origin : `${protocol}://${host}`;
}

/** Undefined without passkeys (decision 160). A wrong Host header gains nothing: the browser signs for its own. */
export function relyingPartyOf(
  request: FastifyRequest,
  publicUrl: string | undefined,
): RelyingParty | undefined {
  const text = publicUrl ?? originAsked(request);
  if (!URL.canParse(text)) return undefined;
  const { origin, protocol, hostname } = new URL(text);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  const isNumber = isIP(hostname.replace(/^\[|\]$/g, '')) > 0;
  return isNumber || (protocol !== 'https:' && !isLocal) ? undefined : { id: hostname, origin };
}
