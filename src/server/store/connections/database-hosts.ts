import type pg from 'pg';
import { askHost, type HostState } from './ask-host.ts';
import type { DatabaseAddress, HostAddress } from './database-address.ts';

const TICK_MS = 1_000;
/** A statement without an answer for this long makes the database be asked whether it answers at all. */
const SILENT_MS = 3_000;
/** How often it is asked again while it answers and a statement goes on. */
const ASK_AGAIN_MS = 3_000;
/** Silent answers in a row after which a host counts as gone. */
const STRIKES = 2;
/** How often several hosts are asked while nothing is wrong: a promotion is noticed although only reads go on. */
const ROUTINE_MS = 10_000;
/** How long the answer about the primary is used for further connections. */
const FRESH_MS = 1_000;

/** Represents a connection that is watched. */
export interface WatchedConnection {
  /** The host that it leads to; undefined where there is only one. */
  readonly address: HostAddress | undefined;
  /** Process id of its session in PostgreSQL, if known. */
  readonly sessionPid: number | undefined;
  /** Returns how long its statement has been without an answer, in milliseconds; 0 for none. */
  readonly silentFor: () => number;
  /** Ends the connection: its statements fail with this error, and the pool makes a new one. */
  readonly discard: (error: Error) => void;
}

/** Reports a database that cannot be reached or written to; the request may be retried. `code` is that of the system or of PostgreSQL. */
export class DatabaseAwayError extends Error {
  override readonly name = 'DatabaseAwayError';
  readonly code: string;

  constructor(code: 'ETIMEDOUT' | 'ECONNRESET' | '25006', message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

const silentError = (cause?: unknown) =>
  new DatabaseAwayError('ETIMEDOUT', 'the database does not answer', cause);

interface Primary {
  readonly host: HostAddress;
  readonly timeline: number;
}

/**
 * Knows the hosts of one database: which one can be written to, and which do not answer (decision 99). All connections of the process to
 * this database are registered here, so that those to a dead, frozen or replaced server are thrown away together. PostgreSQL's own time
 * limits do not end a statement of a server that is frozen, nor a commit that waits for its standby.
 */
export class DatabaseHosts {
  readonly #settings: pg.ClientConfig;
  readonly #hosts: readonly (HostAddress | undefined)[];
  readonly #connections = new Set<WatchedConnection>();
  readonly #strikes = new Map<HostAddress | undefined, number>();
  #primary: Primary | undefined;
  #answeredAt = Number.NEGATIVE_INFINITY;
  #locating: Promise<HostAddress | undefined> | undefined;
  /** Why no connection can be made; then requests fail at once, and the hosts are asked every second. */
  #down: Error | undefined;
  #commitsWait = false;
  #timer: NodeJS.Timeout | undefined;
  #isAsking = false;
  #askedAt = Number.NEGATIVE_INFINITY;

  constructor({ settings, hosts }: DatabaseAddress) {
    this.#settings = settings;
    this.#hosts = hosts.length > 0 ? hosts : [undefined];
  }

  /** Whether commits wait too long for a synchronous standby: further writes would do the same. */
  get commitsWait(): boolean {
    return this.#commitsWait;
  }

  /**
   * Returns the host to connect to; undefined where there is only one.
   * @throws {DatabaseAwayError} if none can be written to, or the only one has not answered for a while
   */
  async locate(): Promise<HostAddress | undefined> {
    this.#watch();
    if (this.#down) throw this.#down;
    if (this.#hosts.length === 1) return this.#hosts[0];
    if (this.#primary && performance.now() - this.#answeredAt < FRESH_MS) return this.#primary.host;
    this.#locating ??= this.#findPrimary().finally(() => {
      this.#locating = undefined;
    });
    return this.#locating;
  }

  register(connection: WatchedConnection): void {
    this.#connections.add(connection);
    this.#watch();
  }

  unregister(connection: WatchedConnection): void {
    this.#connections.delete(connection);
  }

  /** Has the hosts asked before the next connection, since this one was not to be written to. */
  forgetAnswers(): void {
    this.#answeredAt = Number.NEGATIVE_INFINITY;
  }

  /** Asks all hosts; resolves as soon as the primary is certain, which a silent host does not delay. */
  #findPrimary(): Promise<HostAddress | undefined> {
    return new Promise((resolve, reject) => {
      this.#askAll((host) => resolve(host)).then(() => {
        if (this.#down) reject(this.#down);
        else resolve(this.#primary?.host);
      }, reject);
    });
  }

  async #askAll(onPrimary: (host: HostAddress) => void = () => undefined): Promise<HostState[]> {
    const states = await Promise.all(
      this.#hosts.map(async (host) => {
        const state = await askHost(this.#settings, host);
        this.#strikes.set(host, state.kind === 'silent' ? (this.#strikes.get(host) ?? 0) + 1 : 0);
        if (host && state.kind === 'primary' && this.#isCurrent(host, state.timeline)) {
          this.#follow({ host, timeline: state.timeline });
          onPrimary(host);
        }
        return state;
      }),
    );
    if (this.#hosts.length > 1) this.#chooseAmong(states);
    else this.#down = (this.#strikes.get(undefined) ?? 0) < STRIKES ? undefined : silentError();
    return states;
  }

  /** Tells without the answers of the others whether this host is the primary: it was before, or was promoted since. */
  #isCurrent(host: HostAddress, timeline: number): boolean {
    if (!this.#primary) return false;
    return host === this.#primary.host
      ? timeline >= this.#primary.timeline
      : timeline > this.#primary.timeline;
  }

  /** Chooses the highest timeline, never one below what was seen: that is an old primary which came back by mistake. */
  #chooseAmong(states: readonly HostState[]): void {
    const least = this.#primary?.timeline ?? 0;
    const primaries = states.flatMap((state, index) => {
      const host = this.#hosts[index];
      return host && state.kind === 'primary' && state.timeline >= least
        ? [{ host, timeline: state.timeline }]
        : [];
    });
    const known = primaries.find(({ host }) => host === this.#primary?.host);
    const [highest] = primaries.sort((one, other) => other.timeline - one.timeline);
    const chosen = known && known.timeline === highest?.timeline ? known : highest;
    if (chosen) this.#follow(chosen);
    else {
      const [cause] = states.flatMap((state) => (state.kind === 'primary' ? [] : [state.error]));
      this.#down = new DatabaseAwayError(
        '25006',
        'none of the hosts of the database can be written to',
        cause,
      );
    }
  }

  #follow(primary: Primary): void {
    this.#primary = primary;
    this.#answeredAt = performance.now();
    this.#down = undefined;
    for (const connection of this.#connections) {
      if (connection.address && connection.address !== primary.host) {
        connection.discard(new DatabaseAwayError('ECONNRESET', 'another server is the primary now'));
      }
    }
  }

  #watch(): void {
    this.#timer ??= setInterval(() => void this.#tick(), TICK_MS).unref();
  }

  async #tick(): Promise<void> {
    if (this.#isAsking) return;
    const isIdle = this.#connections.size === 0;
    if (isIdle && !this.#down && !this.#commitsWait) {
      clearInterval(this.#timer);
      this.#timer = undefined;
      return;
    }
    if (!this.#isDue()) return;
    this.#isAsking = true;
    const states = await this.#askAll();
    this.#isAsking = false;
    this.#askedAt = performance.now();
    this.#discardSilent();
    this.#discardUnconfirmed(states);
  }

  #isDue(): boolean {
    const now = performance.now();
    const isSuspect = this.#down !== undefined || [...this.#strikes.values()].some((count) => count > 0);
    if (this.#hosts.length > 1 && now - this.#answeredAt > ROUTINE_MS) return true;
    if (!isSuspect && now - this.#askedAt < ASK_AGAIN_MS) return false;
    const isSilent = [...this.#connections].some((connection) => connection.silentFor() > SILENT_MS);
    return isSilent || this.#down !== undefined || this.#commitsWait;
  }

  #discardSilent(): void {
    for (const connection of this.#connections) {
      const isGone = (this.#strikes.get(connection.address) ?? 0) >= STRIKES;
      if (isGone && connection.silentFor() > SILENT_MS) connection.discard(silentError());
    }
  }

  /** Gives up waiting for these commits, without an answer. In PostgreSQL they go on waiting, unseen by others, until a standby is back. */
  #discardUnconfirmed(states: readonly HostState[]): void {
    const pids = new Set(states.flatMap((state) => (state.kind === 'primary' ? state.unconfirmed : [])));
    // A silent server says nothing about its commits.
    if (states.some(({ kind }) => kind === 'primary')) this.#commitsWait = pids.size > 0;
    for (const connection of this.#connections) {
      if (connection.sessionPid !== undefined && pids.has(connection.sessionPid)) {
        connection.discard(new DatabaseAwayError('ETIMEDOUT', 'the commit waits for a standby'));
      }
    }
  }
}
