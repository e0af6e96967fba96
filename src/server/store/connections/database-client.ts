import pg from 'pg';
import { type DatabaseAddress, type HostAddress, readDatabaseAddress } from './database-address.ts';
import { DatabaseAwayError, DatabaseHosts, type WatchedConnection } from './database-hosts.ts';

const READ_ONLY = '25006';

const known = new Map<string, DatabaseHosts>();

function addressOf(settings: pg.ClientConfig): DatabaseAddress {
  const { connectionString, host, port, user, password, database, ssl } = settings;
  if (connectionString === undefined)
    return { settings: { host, port, user, password, database, ssl }, hosts: [] };
  const { settings: read, hosts } = readDatabaseAddress(connectionString);
  return { settings: { ssl, ...read }, hosts };
}

/** Returns what the process knows about the hosts of these settings: the same object for the same database. */
export function hostsOf(settings: pg.ClientConfig): DatabaseHosts {
  const { connectionString, host, port, user, database } = settings;
  const key = connectionString ?? JSON.stringify([host, port, user, database]);
  const hosts = known.get(key) ?? new DatabaseHosts(addressOf(settings));
  known.set(key, hosts);
  return hosts;
}

/** Returns settings that the driver can read: it knows neither lists of hosts nor the choice among them. */
function readable(settings: pg.ClientConfig): pg.ClientConfig {
  return settings.connectionString === undefined
    ? settings
    : { ...settings, ...addressOf(settings).settings };
}

/**
 * Represents one connection to the database. Every connection of the server is one of these (decision 99): it leads to the host that can
 * be written to, is given up if the server does not answer, and is thrown away if the server turns out to be a standby.
 */
export class DatabaseClient extends pg.Client implements WatchedConnection {
  readonly #hosts: DatabaseHosts;
  #address: HostAddress | undefined;
  #busySince: number | undefined;
  /** See WatchedConnection. A pooler makes up its own number, so this is asked for (prepareConnection). */
  sessionPid: number | undefined;

  constructor(settings: string | pg.ClientConfig = {}) {
    const given = typeof settings === 'string' ? { connectionString: settings } : settings;
    super(readable(given));
    this.#hosts = hostsOf(given);
    // Without a listener the error event of a broken connection ends the process; its statements fail anyway.
    this.on('error', () => undefined);
    this.on('drain', () => {
      this.#busySince = undefined;
    });
    this.once('end', () => this.#hosts.unregister(this));
    const send = this.query.bind(this);
    const sendWatched = (...args: unknown[]) => {
      this.#busySince ??= performance.now();
      return Reflect.apply(send, this, args);
    };
    Object.defineProperty(this, 'query', { value: sendWatched, configurable: true });
  }

  get address(): HostAddress | undefined {
    return this.#address;
  }

  silentFor(): number {
    return this.#busySince === undefined ? 0 : performance.now() - this.#busySince;
  }

  discard(error: Error): void {
    this.#hosts.unregister(this);
    this.connection.stream.destroy(error);
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: ((error: Error) => void) | ((error: null, client: pg.Client) => void)): void;
  override connect(
    callback?: ((error: Error) => void) | ((error: null, client: pg.Client) => void),
  ): Promise<pg.Client> | undefined {
    const connected = this.#connect();
    if (!callback) return connected;
    const done = callback as (error: Error | null, client?: pg.Client) => void;
    connected.then(
      () => done(null, this),
      (error: Error) => done(error),
    );
    return undefined;
  }

  async #connect(): Promise<pg.Client> {
    // The pool ends a connection that takes too long, also before it has a host.
    const ended = new Promise<never>((_, reject) => {
      const error = new DatabaseAwayError('ETIMEDOUT', 'the hosts of the database do not answer');
      this.connection.stream.once('close', () => reject(error));
    });
    ended.catch(() => undefined);
    this.#address = await Promise.race([this.#hosts.locate(), ended]);
    if (this.#address) Object.assign(this, this.#address);
    await super.connect();
    if (!this.connection.stream.destroyed) this.#hosts.register(this);
    this.connection.on('errorMessage', ({ code }: { code?: string }) => {
      if (code === READ_ONLY) this.#leaveStandby();
    });
    return this;
  }

  /** Ends a connection to a server that became a standby; the statement has its error already. */
  #leaveStandby(): void {
    this.#hosts.forgetAnswers();
    this.discard(new Error('the server is a standby'));
  }
}

/** Opens a connection of its own for the length of `work`. */
export async function withClient<T>(
  settings: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new DatabaseClient(settings);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
