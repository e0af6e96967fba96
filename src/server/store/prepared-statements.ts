import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';

/** Marks statements to prepare. */
const PREPARED_MARK = '/* kept */';
/** Limit of prepared statements per process, above what the app needs; unusual requests cannot fill the database's memory. */
const MAX_PREPARED = 120;

/**
 * Marks a statement as prepared per connection. It is for frequent queries whose planning costs more than their execution and whose plan
 * does not depend on the values. List their columns: a prepared plan of `select *` breaks when columns are added.
 */
export const prepared = sql.raw(PREPARED_MARK);

const names = new Map<string, string>();

function statementNameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= MAX_PREPARED) return known;
  const name = createHash('sha1').update(text).digest('hex');
  names.set(text, name);
  return name;
}

/** Extends the driver's client: marked statements get a name, so that each connection plans them once. */
export class PreparingClient extends pg.Client {
  constructor(settings?: string | pg.ClientConfig) {
    super(settings);
    const send = this.query.bind(this);
    const queryPrepared = (...args: unknown[]) => {
      const [text, values, ...rest] = args;
      const name =
        typeof text === 'string' && text.trimStart().startsWith(PREPARED_MARK)
          ? statementNameOf(text)
          : undefined;
      return Reflect.apply(send, this, name === undefined ? args : [{ name, text, values }, ...rest]);
    };
    Object.defineProperty(this, 'query', { value: queryPrepared, configurable: true });
  }
}
