import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from './database.ts';

/** Who a verified access token speaks for. */
export interface AuthenticatedUser {
  readonly branchId: bigint;
  readonly userId: bigint;
}

/** Where a request comes from, as far as it tells. */
export interface Origin {
  /** What the app calls its device. */
  readonly device?: string;
  /** What the browser says of itself. */
  readonly agent?: string;
}

/** The tables that are reached through a scope alone. */
export const scopedTables = [
  'branch',
  'app_user',
  'month',
  'student',
  'student_counter',
  'enrolment',
  'book',
  'book_order',
  'book_payout',
  'employee',
  'salary',
  'deduction',
  'expense',
  'history',
  'idempotency',
  'tally',
  'income_day',
] as const;

export type ScopedTable = (typeof scopedTables)[number];

/** Values by column. Undefined leaves a column out. */
export type Values = Readonly<Record<string, unknown>>;

const keyOf = (table: ScopedTable) => (table === 'branch' ? 'id' : 'branch_id');

const NO_CONDITION = sql`true`;

/**
 * The only way from a request to the database (decision 24): whatever is read, changed or removed through it is of one branch.
 * Queries name tables through `rows`, never by themselves; tests/server/branch-wall.test.ts reads the sources for that.
 */
export class BranchScope {
  readonly branchId: bigint;
  readonly userId: bigint;
  /** The instant that this request's records are stamped with. */
  readonly now: Date;
  readonly origin: Origin;
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>, signedIn: AuthenticatedUser & Origin, now: Date) {
    this.#db = db;
    this.branchId = signedIn.branchId;
    this.userId = signedIn.userId;
    this.origin = { device: signedIn.device, agent: signedIn.agent };
    this.now = now;
  }

  /** This branch's rows of a table, to stand after `from` or `join`; PostgreSQL flattens it into a plain condition. */
  rows(table: ScopedTable): RawBuilder<unknown> {
    return sql`(select * from ${sql.table(table)} where ${sql.ref(keyOf(table))} = ${this.branchId})`;
  }

  async all<Row>(query: RawBuilder<Row>): Promise<Row[]> {
    return (await query.execute(this.#db)).rows;
  }

  async first<Row>(query: RawBuilder<Row>): Promise<Row | undefined> {
    return (await this.all(query))[0];
  }

  /**
   * Inserts one row of this branch. `ending` stands after the values: `returning …`, `on conflict …`. `within` puts the insert into a
   * larger statement, whose first row is answered.
   */
  async insert<Row>(
    table: ScopedTable,
    values: Values,
    ending: RawBuilder<Row>,
    within: (insert: RawBuilder<Row>) => RawBuilder<Row> = (insert) => insert,
  ): Promise<Row | undefined> {
    const given = Object.entries({ ...values, branch_id: this.branchId }).filter(
      ([, value]) => value !== undefined,
    );
    const columns = sql.join(given.map(([column]) => sql.ref(column)));
    const parameters = sql.join(given.map(([, value]) => sql`${value}`));
    return this.first(
      within(sql<Row>`insert into ${sql.table(table)} (${columns}) values (${parameters}) ${ending}`),
    );
  }

  /** Changes this branch's rows that `where` picks; answers how many. */
  async update(table: ScopedTable, where: RawBuilder<unknown>, values: Values): Promise<number> {
    const given = Object.entries(values).filter(([, value]) => value !== undefined);
    if (given.length === 0) return 0;
    const changes = sql.join(given.map(([column, value]) => sql`${sql.ref(column)} = ${value}`));
    const change = sql`update ${sql.table(table)} set ${changes} where ${this.#only(table)} and (${where})`;
    return Number((await change.execute(this.#db)).numAffectedRows ?? 0n);
  }

  /** Removes this branch's rows that `where` picks and answers them. */
  async remove<Row>(table: ScopedTable, where: RawBuilder<unknown> = NO_CONDITION): Promise<Row[]> {
    return this.all(
      sql<Row>`delete from ${sql.table(table)} where ${this.#only(table)} and (${where}) returning *`,
    );
  }

  #only(table: ScopedTable): RawBuilder<unknown> {
    return sql`${sql.ref(keyOf(table))} = ${this.branchId}`;
  }
}
