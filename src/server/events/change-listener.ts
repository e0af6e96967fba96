import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { z } from 'zod';
import { RESTORE_CHANNEL } from '#server/backups/restore-gate.ts';
import { prepareConnection } from '#server/db/connect.ts';

const CHANGE_CHANNEL = 'branch_change';
const SESSION_CHANNEL = 'session_end';
const CONNECT_TIMEOUT_MS = 5_000;
const CHECK_INTERVAL_MS = 10_000;
const CHECK_TIMEOUT_MS = 5_000;
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5_000;

export interface PublishedChange {
  readonly branchId: bigint;
  readonly count: number;
  readonly resource: string;
  /** First characters of the write's idempotency key, if it had one. */
  readonly key: string | undefined;
}

const published = z
  .string()
  .regex(/^\d+ \d+ [\w-]+( \w+)?$/)
  .transform((text): PublishedChange => {
    const [branch = '', count, resource = '', key] = text.split(' ');
    return { branchId: BigInt(branch), count: Number(count), resource, key };
  });

export interface ListenerOptions {
  readonly onChange: (change: PublishedChange) => void;
  readonly onSessionEnd: (session: string) => void;
  /** It listens again after a lost connection, so writes in between are unknown. */
  readonly onMissed: () => void;
  readonly onRestore?: () => unknown;
  readonly onLost: (error: unknown) => void;
}

class Deferred {
  resolve: () => void = () => undefined;
  readonly promise = new Promise<void>((resolve) => {
    this.resolve = resolve;
  });
}

/**
 * Writes and ends of sessions of all branches, on one connection of its own. It connects at the first use, and again
 * after the connection was lost.
 */
export class ChangeListener {
  readonly #settings: pg.ClientConfig;
  readonly #options: ListenerOptions;
  readonly #closed = new AbortController();
  #listening = new Deferred();
  #running: Promise<void> | undefined;
  #isListening = false;

  constructor(settings: pg.ClientConfig, options: ListenerOptions) {
    this.#settings = settings;
    this.#options = options;
  }

  /** False while changes are not heard. */
  get isListening(): boolean {
    return this.#isListening;
  }

  ready(): Promise<void> {
    this.#running ??= this.#run();
    return this.#listening.promise;
  }

  async close(): Promise<void> {
    this.#closed.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    let isFirst = true;
    for (let failures = 0; !this.#closed.signal.aborted; failures += 1) {
      const client = new pg.Client({
        ...this.#settings,
        keepAlive: true,
        connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
        query_timeout: CHECK_TIMEOUT_MS,
      });
      try {
        await this.#listen(client);
        if (!isFirst) this.#options.onMissed();
        isFirst = false;
        failures = 0;
        this.#listening.resolve();
        this.#isListening = true;
        await this.#untilLost(client);
      } catch (error) {
        if (!this.#closed.signal.aborted) this.#options.onLost(error);
      }
      this.#isListening = false;
      this.#listening = new Deferred();
      // A connection that does not answer does not end either.
      void client.end().catch(() => undefined);
      await this.#pause(failures);
    }
  }

  async #listen(client: pg.Client): Promise<void> {
    client.on('notification', ({ channel, payload }) => {
      if (channel === SESSION_CHANNEL && payload) return this.#options.onSessionEnd(payload);
      if (channel === RESTORE_CHANNEL) this.#options.onRestore?.();
      const change = published.safeParse(payload).data;
      if (change) this.#options.onChange(change);
    });
    await client.connect();
    await prepareConnection(client);
    for (const channel of [CHANGE_CHANNEL, SESSION_CHANNEL, RESTORE_CHANNEL])
      await client.query(`listen ${channel}`);
  }

  /**
   * A query shows a lost connection that gives no other sign.
   * @throws its error
   */
  async #untilLost(client: pg.Client): Promise<never> {
    const lost = new Promise<never>((_, reject) => {
      client.once('error', reject);
      client.once('end', () => reject(new Error('the connection ended')));
      this.#closed.signal.addEventListener('abort', () => reject(this.#closed.signal.reason), { once: true });
    });
    lost.catch(() => undefined);
    for (;;) {
      await Promise.race([
        lost,
        sleep(CHECK_INTERVAL_MS, undefined, { signal: this.#closed.signal, ref: false }),
      ]);
      await Promise.race([lost, client.query('select')]);
    }
  }

  async #pause(failures: number): Promise<void> {
    const longest = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures);
    await sleep(longest * Math.random(), undefined, { signal: this.#closed.signal }).catch(() => undefined);
  }
}
