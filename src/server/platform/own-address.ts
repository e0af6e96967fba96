import type { Server } from 'node:net';
import type { ServerConfig } from './config.ts';

export function ownAddress(
  { host, tls, port }: Pick<ServerConfig, 'host' | 'tls' | 'port'>,
  bound: ReturnType<Server['address']>,
): string {
  const isWildcard = ['0.0.0.0', '::'].includes(host);
  const name = isWildcard ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  const listening = typeof bound === 'object' && bound !== null ? bound.port : port;
  return `${tls === undefined ? 'http' : 'https'}://${name}:${listening}`;
}
