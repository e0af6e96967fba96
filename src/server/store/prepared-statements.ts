import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import type { CommittedChanges } from './committed-changes.ts';
import { type KnownShapes, NamedQuery, type NamedRun, StatementGroup } from './named-query.ts';
import { timeLimits } from './time-limits.ts';

/** Marks statements to prepare. */
const PREPARED_MARK = '/* kept */';
/** Marks statements whose rows are arrays of PostgreSQL's own text. */
const TEXT_MARK = '/* text */';
/** Marks statements of both sorts. */
const PREPARED_TEXT_MARK = '/* kept text */';
/** Marks prepared statements that nobody waits for. */
const UNAWAITED_MARK = '/* kept, not awaited */';
/** Limit of prepared statements per process, above what the app needs; unusual requests cannot fill the database's memory. */
const MAX_PREPARED = 160;

/**
 * Marks a statement as prepared per connection. It is for frequent queries whose planning costs more than their execution and whose plan
 * does not depend on the values. List their columns: a prepared plan of `select *` breaks when columns are added.
 */
export const prepared = sql.raw(PREPARED_MARK);

/** Marks a statement whose rows are read as arrays of text (decision 101). */
export const textRows = sql.raw(TEXT_MARK);

/** Marks a statement as both. */
export const preparedTextRows = sql.raw(PREPARED_TEXT_MARK);

/** Marks a prepared statement of a transaction whose result nobody needs: see PreparingClient. */
export const preparedUnawaited = sql.raw(UNAWAITED_MARK);

/** A row as PostgreSQL writes it: the text of each column, or null. */
export type TextRow = readonly (string | null)[];

/** Describes what a mark asks of the driver. */
interface Marked {
  /** Set for a statement that is prepared. */
  readonly name: string | undefined;
  readonly asText: boolean;
}

const known = new Map<string, Marked>();
const TEXT_ALONE: Marked = { name: undefined, asText: true };

/** Returns what a mark asks of the driver; undefined for a statement without one. */
function markedAs(text: string): Marked | undefined {
  const found = known.get(text);
  if (found) return found;
  const start = text.trimStart();
  if (start.startsWith(TEXT_MARK)) return TEXT_ALONE;
  const asText = start.startsWith(PREPARED_TEXT_MARK);
  if (!asText && !start.startsWith(PREPARED_MARK) && !start.startsWith(UNAWAITED_MARK)) return undefined;
  if (known.size >= MAX_PREPARED) return asText ? TEXT_ALONE : undefined;
  const marked = { name: createHash('sha1').update(text).digest('hex'), asText };
  known.set(text, marked);
  return marked;
}

const asItIs = (text: string) => text;
const textRowSettings = { rowMode: 'array', types: { getTypeParser: () => asItIs } } as const;

/** Calls the driver's `query`. */
type Send = (...args: unknown[]) => unknown;

/** Returns what to prepare under a name of its own, of at most 63 characters. */
const asNamed = (text: string, name: string = text): NamedRun => ({ name, text, values: [], asText: true });

const BEGIN = 'begin';
/**
 * Maps the beginnings of transactions whose statements may be sent together, those of writes and of searches, to what is sent. A write has
 * its time limit from the start.
 */
const BEGINNINGS: ReadonlyMap<unknown, readonly NamedRun[]> = new Map([
  [BEGIN, [asNamed(BEGIN), asNamed(`set local statement_timeout = ${timeLimits.write}`)]],
  ['start transaction read only', [asNamed('start transaction read only')]],
]);
/** Begins a write whose changes are published after its commit: the trigger keeps them in a setting (migration 0062). */
const beginningOfPublished = [
  asNamed(BEGIN),
  asNamed(
    `select set_config('statement_timeout', '${timeLimits.write}', true), set_config('branch_desk.publisher', 'server', true)`,
    'begin of a published write',
  ),
];
const readsChanges = asNamed("select current_setting('branch_desk.changes', true)");
const COMMIT = 'commit';
const committing = asNamed(COMMIT);
const ROLLBACK = 'rollback';
const noResult = { command: '', rowCount: 0, rows: [] };

/** Says how far a transaction is whose statements are sent together. */
interface OpenTransaction {
  /** Whether its beginning was sent. */
  isBegun: boolean;
  /** The statements that go with the next one that is awaited. */
  waiting: readonly NamedRun[];
  /** Whether its changes are published after its commit. */
  readonly isPublished: boolean;
  /** Why a statement was never sent. PostgreSQL would commit the others. */
  unwritable?: unknown;
}

/** Configures a connection. */
export interface PreparingClientConfig extends pg.ClientConfig {
  /** Is told what its transactions have changed. */
  readonly committedChanges?: CommittedChanges | undefined;
}

/**
 * Extends the driver's client. Marked statements get a name, so that each connection plans them once, or rows of text.
 *
 * Within a transaction that starts with one of BEGINNINGS, that statement and those marked as not awaited are sent with the next awaited one,
 * as one group (decision 102): one packet, and one answer. PostgreSQL runs them in their order; after a failure it runs none of the rest, and
 * the awaited one throws that failure. A commit counts only if PostgreSQL has committed.
 */
export class PreparingClient extends pg.Client {
  /** The transaction that is open; undefined outside of those that start with one of BEGINNINGS. */
  #transaction: OpenTransaction | undefined;
  readonly #send: Send;
  readonly #changes: CommittedChanges | undefined;
  /** The columns of the statements that this connection has run. */
  readonly #shapes: KnownShapes = new Map();

  constructor(settings?: string | PreparingClientConfig) {
    super(settings);
    this.#changes = typeof settings === 'object' ? settings.committedChanges : undefined;
    // The pool hides the password of its settings, so they cannot be copied with another option.
    Object.defineProperty(this, 'pipeline', { value: true });
    const send: Send = this.query.bind(this);
    this.#send = (...args) => {
      this.beforeSending();
      return send(...args);
    };
    const queryMarked = (...args: unknown[]) => {
      const [text, values, callback] = args;
      const isPlain = typeof text === 'string' && callback === undefined && typeof values !== 'function';
      if (isPlain) return this.#query(text, values);
      this.#sendFirst();
      return typeof text === 'string' ? this.#sendMarked(text, values, callback) : this.#send(...args);
    };
    Object.defineProperty(this, 'query', { value: queryMarked, configurable: true });
  }

  /** Runs before something is sent to the database. */
  protected beforeSending(): void {}

  #query(text: string, values: unknown): unknown {
    const beginning = BEGINNINGS.get(text);
    if (beginning) {
      const isPublished = text === BEGIN && this.#changes?.isSubscribed === true;
      const waiting = isPublished ? beginningOfPublished : beginning;
      this.#transaction = { isBegun: false, waiting, isPublished };
      return Promise.resolve(noResult);
    }
    const transaction = this.#transaction;
    if (!transaction) return this.#sendMarked(text, values);
    if (text === COMMIT) return this.#commit(transaction);
    if (text === ROLLBACK) return this.#rollback(transaction);
    const run = runOf(text, values);
    if (run && text.startsWith(UNAWAITED_MARK)) {
      transaction.waiting = [...transaction.waiting, run];
      return Promise.resolve(noResult);
    }
    return run
      ? this.#sendWaiting(transaction, run)
      : this.#sendBehind(this.#sendWaiting(transaction), text, values);
  }

  /** Sends a statement that cannot be one of a group behind a group, without waiting for it. */
  #sendBehind(group: Promise<unknown>, text: string, values: unknown): Promise<unknown> {
    const sent = Promise.resolve(this.#sendMarked(text, values));
    sent.catch(() => undefined);
    return group.then(() => sent);
  }

  /** Sends what waits, and this statement as the last of the group. */
  #sendWaiting(transaction: OpenTransaction, last?: NamedRun): Promise<unknown> {
    const group = last ? [...transaction.waiting, last] : transaction.waiting;
    transaction.waiting = [];
    transaction.isBegun = true;
    return this.#sendGroup(transaction, group);
  }

  /** Sends what waits before something that is not one of its transaction's statements. A failure shows in those that follow. */
  #sendFirst(): void {
    if (this.#transaction) this.#sendWaiting(this.#transaction).catch(() => undefined);
  }

  async #commit(transaction: OpenTransaction): Promise<unknown> {
    if (transaction.unwritable !== undefined) throw transaction.unwritable;
    let changes: string | null = null;
    if (transaction.isPublished) {
      const onRow = ([lines = null]: TextRow) => {
        changes = lines;
      };
      transaction.waiting = [...transaction.waiting, { ...readsChanges, onRow }];
    }
    const result = await this.#sendWaiting(transaction, committing);
    if (!isCommit(result)) throw new Error('The transaction was rolled back');
    this.#transaction = undefined;
    if (changes) this.#changes?.add(changes);
    return result;
  }

  /** Forgets what was not sent; without a beginning there is nothing to roll back. */
  async #rollback({ isBegun }: OpenTransaction): Promise<unknown> {
    this.#transaction = undefined;
    return isBegun ? this.#send(ROLLBACK) : noResult;
  }

  async #sendGroup(transaction: OpenTransaction, [first, ...others]: readonly NamedRun[]): Promise<unknown> {
    if (!first) return noResult;
    const group = new StatementGroup([first, ...others], this.#shapes);
    try {
      return await sendNamed(this.#send, group);
    } catch (error) {
      if (group.isUnwritable) transaction.unwritable = error;
      throw error;
    }
  }

  #sendMarked(text: string, values: unknown, ...callback: unknown[]): unknown {
    const marked = markedAs(text);
    if (!marked) return this.#send(text, values, ...callback);
    const { name, asText } = marked;
    if (name === undefined) return this.#send({ ...textRowSettings, text, values }, ...callback);
    return sendNamed(this.#send, new NamedQuery({ name, text, values, asText }, this.#shapes), ...callback);
  }
}

/** Sends a prepared statement. As with the driver, its result goes to the callback, if there is one. */
function sendNamed(send: Send, query: NamedQuery, callback?: unknown): unknown {
  if (callback !== undefined) return send(query, callback);
  return new Promise<unknown>((resolve, reject) => {
    send(query, (error: unknown, result: unknown) => (error ? reject(error) : resolve(result)));
  });
}

/** Returns a statement that can be one of a group; undefined for text that may be several statements. */
function runOf(text: string, values: unknown): NamedRun | undefined {
  const marked = markedAs(text);
  if (!marked && !(Array.isArray(values) && values.length > 0)) return undefined;
  return { text, values, name: marked?.name, asText: marked?.asText ?? false };
}

function isCommit(result: unknown): boolean {
  return typeof result === 'object' && result !== null && 'command' in result && result.command === 'COMMIT';
}
