import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely';
import { prepared, preparedTextRows, preparedUnawaited, type TextRow } from './prepared-statements.ts';

/** Stands in a statement for a value that is given with each of its runs. */
class Slot {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** Holds the values of one run, by the names of their slots. */
export type SlotValues = Readonly<Record<string, unknown>>;

/** Returns the place of a value in a statement that is built once. */
export const slot = (name: string): RawBuilder<unknown> => sql`${new Slot(name)}`;

const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** Holds a statement that was built once; each connection plans it once (decision 101). */
export class PreparedStatement<Row> {
  readonly #compiled: CompiledQuery<Row>;

  private constructor(query: RawBuilder<Row>) {
    this.#compiled = query.compile(compiler);
  }

  /** Prepares a statement whose rows are objects, as of any other query. List its columns. */
  static ofRows<Row>(query: RawBuilder<Row>): PreparedStatement<Row> {
    return new PreparedStatement(sql<Row>`${prepared} ${query}`);
  }

  /** Prepares a statement whose rows are PostgreSQL's own text. */
  static ofTexts(query: RawBuilder<unknown>): PreparedStatement<TextRow> {
    return new PreparedStatement(sql<TextRow>`${preparedTextRows} ${query}`);
  }

  /** Prepares a statement of a transaction that nobody waits for (decision 102). */
  static unawaited(query: RawBuilder<unknown>): PreparedStatement<unknown> {
    return new PreparedStatement(sql`${preparedUnawaited} ${query}`);
  }

  /** Returns the statement with its values. @throws {Error} if a slot has none */
  with(values: SlotValues): CompiledQuery<Row> {
    const parameters = this.#compiled.parameters.map((value) => {
      if (!(value instanceof Slot)) return value;
      const given = values[value.name];
      if (given === undefined) throw new Error(`The statement needs a value for ${value.name}`);
      return given;
    });
    return { ...this.#compiled, parameters };
  }
}

/** Bounds the statements of one cache: shapes beyond it are built anew. */
const MAX_STATEMENTS = 1_000;

/** Keeps statements by what they look like, so that each is built once in a process. */
export class StatementCache {
  readonly #statements = new Map<string, PreparedStatement<TextRow>>();

  /** Returns the statement of a shape. @param build builds it the first time; equal shapes must build equal statements */
  of(shape: string, build: () => RawBuilder<unknown>): PreparedStatement<TextRow> {
    const known = this.#statements.get(shape);
    if (known) return known;
    if (this.#statements.size >= MAX_STATEMENTS) this.#statements.clear();
    const statement = PreparedStatement.ofTexts(build());
    this.#statements.set(shape, statement);
    return statement;
  }
}
