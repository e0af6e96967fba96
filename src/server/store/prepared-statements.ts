import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { type KnownShapes, NamedQuery } from './named-query.ts';
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

/** Sends a prepared statement. As with the driver, its result goes to the callback, if there is one. */
function sendNamed(send: Send, query: NamedQuery, callback: unknown): unknown {
  if (callback !== undefined) return send(query, callback);
  return new Promise<unknown>((resolve, reject) => {
    send(query, (error: unknown, result: unknown) => (error ? reject(error) : resolve(result)));
  });
}

/**
 * Maps the beginnings of transactions whose statements may be sent without waiting, those of writes and of searches, to what is sent. A
 * write has its time limit from the start, without a statement of its own.
 */
const BEGINNINGS: ReadonlyMap<unknown, string> = new Map([
  ['begin', `begin; set local statement_timeout = ${timeLimits.write}`],
  ['start transaction read only', 'start transaction read only'],
]);
const COMMIT = 'commit';
const ROLLBACK = 'rollback';
const noResult = { command: '', rowCount: 0, rows: [] };

/**
 * Extends the driver's client. Marked statements get a name, so that each connection plans them once, or rows of text.
 *
 * Within a transaction that starts with one of BEGINNINGS, that statement and those marked as not awaited are sent without waiting for their
 * answers, so that several travel in one round trip (decision 102). PostgreSQL runs them in their order. After a failure it refuses all
 * others of the transaction: the next awaited one throws the first failure, and a commit succeeds only if PostgreSQL has committed.
 */
export class PreparingClient extends pg.Client {
  /** The failure of a statement that was not awaited; null without one, undefined outside such a transaction. */
  #failure: unknown;
  #isCollecting = false;
  /** The columns of the statements that this connection has run. */
  readonly #shapes: KnownShapes = new Map();

  constructor(settings?: string | pg.ClientConfig) {
    super(settings);
    // The pool hides the password of its settings, so they cannot be copied with another option.
    Object.defineProperty(this, 'pipeline', { value: true });
    const send: Send = this.query.bind(this);
    const queryMarked = (...args: unknown[]) => {
      const [text, values, ...rest] = args;
      if (typeof text !== 'string') return Reflect.apply(send, this, args);
      const isCollected =
        BEGINNINGS.has(text) || (this.#failure !== undefined && text.startsWith(UNAWAITED_MARK));
      if (isCollected) this.#collect();
      const sent = this.#sendMarked(send, this.#commitsWithout(text) ? ROLLBACK : text, values, rest);
      if (!isCollected) this.#sendCollected();
      return sent instanceof Promise ? this.#followed(text, sent) : sent;
    };
    Object.defineProperty(this, 'query', { value: queryMarked, configurable: true });
  }

  /**
   * Tells whether a commit would leave out a statement that has failed. One that was sent has ended the transaction; one whose values
   * cannot be written was never sent, and PostgreSQL would commit the others.
   */
  #commitsWithout(text: string): boolean {
    return text === COMMIT && this.#failure !== null && this.#failure !== undefined;
  }

  #sendMarked(send: Send, text: string, values: unknown, rest: readonly unknown[]): unknown {
    const marked = markedAs(text);
    if (!marked) return send(BEGINNINGS.get(text) ?? text, values, ...rest);
    const { name, asText } = marked;
    if (name === undefined) return send({ ...textRowSettings, text, values }, ...rest);
    return sendNamed(send, new NamedQuery({ name, text, values, asText }, this.#shapes), rest[0]);
  }

  /** Holds back what is written, until a statement that is awaited: all of it is then one packet, and one call of the system. */
  #collect(): void {
    if (this.#isCollecting) return;
    this.#isCollecting = true;
    this.connection.stream.cork();
  }

  #sendCollected(): void {
    if (!this.#isCollecting) return;
    this.#isCollecting = false;
    this.connection.stream.uncork();
  }

  /** Returns what the sender of a statement waits for. */
  #followed(text: string, sent: Promise<unknown>): Promise<unknown> {
    if (BEGINNINGS.has(text)) {
      this.#failure = null;
      return this.#unawaited(sent);
    }
    if (this.#failure === undefined) return sent;
    if (text.startsWith(UNAWAITED_MARK)) return this.#unawaited(sent);
    if (text === ROLLBACK) return sent.finally(() => this.#end());
    const checked = sent.then(
      (result) => {
        if (this.#failure !== null) throw this.#failure;
        if (text === COMMIT && !isCommit(result)) throw new Error('The transaction was rolled back');
        return result;
      },
      (error: unknown) => {
        throw this.#failure ?? error;
      },
    );
    return text === COMMIT ? checked.finally(() => this.#end()) : checked;
  }

  #unawaited(sent: Promise<unknown>): Promise<unknown> {
    sent.catch((error: unknown) => {
      if (this.#failure === null) this.#failure = error;
    });
    return Promise.resolve(noResult);
  }

  #end(): void {
    this.#failure = undefined;
  }
}

function isCommit(result: unknown): boolean {
  return typeof result === 'object' && result !== null && 'command' in result && result.command === 'COMMIT';
}
