import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';

/** Marks statements to prepare. */
const PREPARED_MARK = '/* kept */';
/** Marks statements whose rows are arrays of PostgreSQL's own text. */
const TEXT_MARK = '/* text */';
/** Marks statements of both sorts. */
const PREPARED_TEXT_MARK = '/* kept text */';
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

/** A row as PostgreSQL writes it: the text of each column, or null. */
export type TextRow = readonly (string | null)[];

const names = new Map<string, string>();

function statementNameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= MAX_PREPARED) return known;
  const name = createHash('sha1').update(text).digest('hex');
  names.set(text, name);
  return name;
}

const asItIs = (text: string) => text;
const asText = { rowMode: 'array', types: { getTypeParser: () => asItIs } } as const;

/** Returns what a mark asks of the driver; undefined for a statement without one. */
function settingsOf(text: string): object | undefined {
  const start = text.trimStart();
  if (start.startsWith(PREPARED_TEXT_MARK)) return { ...asText, name: statementNameOf(text) };
  if (start.startsWith(TEXT_MARK)) return asText;
  const name = start.startsWith(PREPARED_MARK) ? statementNameOf(text) : undefined;
  return name === undefined ? undefined : { name };
}

/** Extends the driver's client: marked statements get a name, so that each connection plans them once, or rows of text. */
export class PreparingClient extends pg.Client {
  constructor(settings?: string | pg.ClientConfig) {
    super(settings);
    const send = this.query.bind(this);
    const queryMarked = (...args: unknown[]) => {
      const [text, values, ...rest] = args;
      const settings = typeof text === 'string' ? settingsOf(text) : undefined;
      return Reflect.apply(
        send,
        this,
        settings === undefined ? args : [{ ...settings, text, values }, ...rest],
      );
    };
    Object.defineProperty(this, 'query', { value: queryMarked, configurable: true });
  }
}
