import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';

const MARK = '/* kept */';
/** More than the application has; forms of requests that nobody would send do not fill the database's memory. */
const MOST_KEPT = 120;

/**
 * Begins a statement whose plan each connection keeps: for those that are asked all day, take the database longer to plan than to do, and
 * want the same plan whatever their values. Their columns must be named, since a kept plan can't change them.
 */
export const prepared = sql.raw(MARK);

const names = new Map<string, string>();

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= MOST_KEPT) return known;
  const name = createHash('sha1').update(text).digest('hex');
  names.set(text, name);
  return name;
}

/** The driver's client, which gives kept statements a name: it then has each of them planned once for a connection. */
export class PreparingClient extends pg.Client {
  constructor(settings?: string | pg.ClientConfig) {
    super(settings);
    const send = this.query.bind(this);
    const named = (...asked: unknown[]) => {
      const [text, values, ...rest] = asked;
      const name = typeof text === 'string' && text.trimStart().startsWith(MARK) ? nameOf(text) : undefined;
      return Reflect.apply(send, this, name === undefined ? asked : [{ name, text, values }, ...rest]);
    };
    Object.defineProperty(this, 'query', { value: named, configurable: true });
  }
}
