import type pg from 'pg';

/** Names one of the machines that a database may be on. */
export interface HostAddress {
  /** Name, address, or the absolute folder of a Unix socket. */
  readonly host: string;
  readonly port: number;
}

/** Holds the parts of DATABASE_URL: settings that the driver reads, for the first host, and all hosts. */
export interface DatabaseAddress {
  readonly settings: pg.ClientConfig;
  readonly hosts: readonly HostAddress[];
}

const DEFAULT_PORT = 5432;
const URL_PARTS = /^([a-z]+:\/\/)([^/?#]*@)?([^/?#]*)([^?#]*)(\?[^#]*)?/i;
/** libpq's parameter. The server writes, so it always takes the host that can be written to. */
const SESSION_KIND = 'target_session_attrs';
const WRITABLE = ['read-write', 'primary'];

/** Splits `name:port`, `[v6 address]:port` or an encoded socket folder. */
function hostOf(text: string, portGiven: string | undefined): HostAddress {
  const [, v6, name = '', port] = /^(?:\[([^\]]+)\]|([^:]*))(?::(\d+))?$/.exec(text) ?? [];
  return { host: v6 ?? decodeURIComponent(name), port: Number(port ?? portGiven ?? DEFAULT_PORT) };
}

/**
 * Reads an address with one or several hosts, as libpq writes them: `postgres://user@a:5432,b:5433/desk`, or with the parameters `host`
 * and `port` as lists (decision 99). The driver itself knows one host only.
 * @throws {Error} if the list cannot be read, or asks for a server that cannot be written to
 */
export function readDatabaseAddress(url: string): DatabaseAddress {
  const [, scheme = '', user = '', authority = '', path = '', query = ''] = URL_PARTS.exec(url) ?? [];
  const parameters = new URLSearchParams(query);
  const kind = parameters.get(SESSION_KIND);
  if (kind !== null && !WRITABLE.includes(kind)) {
    throw new Error(`${SESSION_KIND} must be ${WRITABLE.join(' or ')}, or left out`);
  }
  const texts = (parameters.get('host') ?? authority).split(',');
  if (texts.length === 1 && kind === null) return { settings: { connectionString: url }, hosts: [] };
  const ports = parameters.get('port')?.split(',') ?? [];
  const hosts = texts.map((text, index) => hostOf(text, ports[index] ?? ports[0]));
  if (hosts.some(({ host, port }) => host === '' || !(port > 0 && port < 65_536))) {
    throw new Error('every host in the list needs a name, and a port from 1 to 65535 if it names one');
  }
  for (const name of [SESSION_KIND, 'host', 'port']) parameters.delete(name);
  // The name of a host is set per connection; the driver only must find one that it can read.
  const rest = parameters.size > 0 ? `?${parameters}` : '';
  return { settings: { connectionString: `${scheme}${user}localhost${path}${rest}` }, hosts };
}
