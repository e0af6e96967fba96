import pg from 'pg';

/** Holds what the driver keeps of the columns of a result, and how their values are read. */
interface ResultShape {
  readonly fields: unknown;
  readonly _parsers: unknown;
  readonly _prebuiltEmptyResultObject: unknown;
}

/** Maps the names of the statements that a connection has run to the shapes of their results. */
export type KnownShapes = Map<string, ResultShape>;

/** Names the inner parts of the driver's query that are used here (pg 8.23, lib/query.js). */
interface DriverQuery extends pg.Query {
  name: string | undefined;
  text: string;
  values: unknown;
  callback: (error: Error | null, result: pg.QueryResult) => void;
  _accumulateRows: boolean;
  readonly _result: ResultShape & { readonly addRow: (row: unknown) => void };
  prepare(connection: pg.Connection): void;
  hasBeenParsed(connection: pg.Connection): unknown;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: { readonly fields: unknown }): void;
  handleCommandComplete(message: unknown, connection: pg.Connection): void;
  handleError(error: Error, connection: pg.Connection): void;
}

/** Names the inner parts of the driver's connection that are used here. */
interface DriverConnection extends pg.Connection {
  readonly submittedNamedStatements: Record<string, unknown>;
}

const DriverQuery = pg.Query as unknown as new (text: string, values: unknown) => DriverQuery;

/** Configures one run of a statement with a name. */
export interface NamedRun {
  /** Undefined for a statement that is planned with each of its runs. */
  readonly name: string | undefined;
  readonly text: string;
  readonly values: unknown;
  /** Whether rows are arrays of PostgreSQL's own text. */
  readonly asText: boolean;
  /** Is called with each row, as PostgreSQL's own text, where another statement of the group follows. */
  readonly onRow?: (fields: readonly (string | null)[]) => void;
}

/**
 * Runs a statement with a name. Only its first run on a connection asks for the columns: PostgreSQL writes and the driver reads them anew
 * each time otherwise (decision 101). PostgreSQL itself refuses a prepared statement whose columns have changed.
 */
export class NamedQuery extends DriverQuery {
  readonly #shapes: KnownShapes;
  readonly #asText: boolean;
  /** Whether a value could not be written, so that PostgreSQL knows nothing of the failure. What was prepared for it stays prepared. */
  isUnwritable = false;
  #isPreparing = false;

  constructor({ name, text, values, asText }: NamedRun, shapes: KnownShapes) {
    super(text, values);
    this.name = name;
    this.#shapes = shapes;
    this.#asText = asText;
  }

  override prepare(connection: pg.Connection): void {
    const shape =
      this.name !== undefined && this.hasBeenParsed(connection) ? this.#shapes.get(this.name) : undefined;
    if (shape) {
      Object.assign(this._result, shape);
      this._accumulateRows = true;
    }
    this.#prepare(shape ? undescribed(connection) : whole(connection));
  }

  /** Sends the statement as a part: PostgreSQL answers with what follows, and nobody asks for its columns. */
  protected preparePart(connection: pg.Connection): void {
    this.#prepare(part(connection));
  }

  #prepare(connection: pg.Connection): void {
    this.#isPreparing = true;
    super.prepare(connection);
    this.#isPreparing = false;
  }

  override handleError(error: Error, connection: pg.Connection): void {
    this.isUnwritable = this.#isPreparing;
    super.handleError(error, connection);
  }

  override handleDataRow(message: { readonly fields: unknown }): void {
    if (this.#asText) this._result.addRow(message.fields);
    else super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: pg.Connection): void {
    super.handleCommandComplete(message, connection);
    if (this.name === undefined || this.#shapes.has(this.name)) return;
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    this.#shapes.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject });
  }
}

/**
 * Runs several statements as one: PostgreSQL answers when it has run the last one, or when one has failed, and runs none behind that. The
 * result is that of the last one.
 */
export class StatementGroup extends NamedQuery {
  readonly #runs: readonly [NamedRun, ...NamedRun[]];
  /** Number of statements that have run. */
  #completed = 0;

  constructor(runs: readonly [NamedRun, ...NamedRun[]], shapes: KnownShapes) {
    super(runs.at(-1) ?? runs[0], shapes);
    this.#runs = runs;
    this.#become(0);
  }

  /** Takes the place of one of the statements. By its name the driver notes which ones PostgreSQL knows. */
  #become(index: number): void {
    const { name, text, values } = this.#runs[index] ?? this.#runs[0];
    this.name = name;
    this.text = text;
    this.values = values;
  }

  get #isAtLast(): boolean {
    return this.#completed === this.#runs.length - 1;
  }

  requiresPreparation(): boolean {
    return true;
  }

  override prepare(connection: pg.Connection): void {
    const last = this.#runs.length - 1;
    for (let index = 0; index < last && !this.isUnwritable; index++) {
      this.#become(index);
      this.preparePart(connection);
    }
    if (this.isUnwritable) {
      // PostgreSQL runs those before.
      connection.sync();
    } else {
      this.#become(last);
      super.prepare(connection);
    }
    this.#become(0);
  }

  override handleRowDescription(message: unknown): void {
    if (this.#isAtLast) super.handleRowDescription(message);
  }

  override handleDataRow(message: { readonly fields: readonly (string | null)[] }): void {
    if (this.#isAtLast) super.handleDataRow(message);
    else this.#runs[this.#completed]?.onRow?.(message.fields);
  }

  override handleCommandComplete(message: unknown, connection: pg.Connection): void {
    if (this.#isAtLast) {
      super.handleCommandComplete(message, connection);
      return;
    }
    this.#completed++;
    this.#become(this.#completed);
  }

  /** Reports a failure. What stands behind it was sent, but not prepared. */
  override handleError(error: Error, connection: pg.Connection): void {
    super.handleError(error, connection);
    if (this.isUnwritable) return;
    const { submittedNamedStatements } = connection as DriverConnection;
    for (const { name } of this.#runs.slice(this.#completed))
      if (name !== undefined) delete submittedNamedStatements[name];
  }
}

/** Returns a function that gives the connection as one that sends everything but these messages. */
function without(...messages: readonly (keyof pg.Connection)[]) {
  const silent = new WeakMap<pg.Connection, pg.Connection>();
  const ignored = Object.fromEntries(messages.map((name) => [name, { value: () => undefined }]));
  return (connection: pg.Connection): pg.Connection => {
    const known = silent.get(connection) ?? Object.create(connection, ignored);
    silent.set(connection, known);
    return known;
  };
}

/** Keeps a statement prepared when a value cannot be written: the driver closes it, but still takes it for prepared. */
const whole = without('close');
/** Leaves out the question for the columns too. */
const undescribed = without('close', 'describe');
/** Leaves out the end as well. */
const part = without('close', 'describe', 'sync');
