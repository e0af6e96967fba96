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
  name: string;
  callback: (error: Error | null, result: pg.QueryResult) => void;
  _accumulateRows: boolean;
  readonly _result: ResultShape & { readonly addRow: (row: unknown) => void };
  prepare(connection: pg.Connection): void;
  hasBeenParsed(connection: pg.Connection): unknown;
  handleDataRow(message: { readonly fields: unknown }): void;
  handleCommandComplete(message: unknown, connection: pg.Connection): void;
  handleError(error: Error, connection: pg.Connection): void;
}

/** Names the inner parts of the driver's connection that are used here. */
interface DriverConnection extends pg.Connection {
  readonly parsedStatements: Record<string, unknown>;
  readonly submittedNamedStatements: Record<string, unknown>;
}

const DriverQuery = pg.Query as unknown as new (text: string, values: unknown) => DriverQuery;

/** Configures one run of a statement with a name. */
export interface NamedRun {
  readonly name: string;
  readonly text: string;
  readonly values: unknown;
  /** Whether rows are arrays of PostgreSQL's own text. */
  readonly asText: boolean;
}

/**
 * Runs a statement with a name. Only its first run on a connection asks for the columns: PostgreSQL writes and the driver reads them anew
 * each time otherwise (decision 101). PostgreSQL itself refuses a prepared statement whose columns have changed.
 */
export class NamedQuery extends DriverQuery {
  readonly #shapes: KnownShapes;
  readonly #asText: boolean;
  #isPreparing = false;

  constructor({ name, text, values, asText }: NamedRun, shapes: KnownShapes) {
    super(text, values);
    this.name = name;
    this.#shapes = shapes;
    this.#asText = asText;
  }

  override prepare(connection: pg.Connection): void {
    this.#isPreparing = true;
    this.#prepare(connection);
    this.#isPreparing = false;
  }

  #prepare(connection: pg.Connection): void {
    const shape = this.hasBeenParsed(connection) ? this.#shapes.get(this.name) : undefined;
    if (shape === undefined) {
      super.prepare(connection);
      return;
    }
    Object.assign(this._result, shape);
    this._accumulateRows = true;
    super.prepare(undescribed(connection));
  }

  /**
   * Reports a failure. When values cannot be written, the driver closes the statement, but still takes it for prepared: its name is
   * forgotten here, so that the next run prepares it again.
   */
  override handleError(error: Error, connection: pg.Connection): void {
    if (this.#isPreparing) {
      const { parsedStatements, submittedNamedStatements } = connection as DriverConnection;
      delete parsedStatements[this.name];
      delete submittedNamedStatements[this.name];
    }
    super.handleError(error, connection);
  }

  override handleDataRow(message: { readonly fields: unknown }): void {
    if (this.#asText) this._result.addRow(message.fields);
    else super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: pg.Connection): void {
    super.handleCommandComplete(message, connection);
    if (this.#shapes.has(this.name)) return;
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    this.#shapes.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject });
  }
}

const withoutColumns = new WeakMap<pg.Connection, pg.Connection>();
const ignored = { describe: { value: () => undefined } };

/** Returns the connection as one that sends everything but the question for the columns. */
function undescribed(connection: pg.Connection): pg.Connection {
  const known = withoutColumns.get(connection);
  if (known) return known;
  const silent: pg.Connection = Object.create(connection, ignored);
  withoutColumns.set(connection, silent);
  return silent;
}
