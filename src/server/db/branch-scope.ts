import { type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely';
import { type Calendar, type Day, dayOf, startOfDay } from '#contract/days.ts';
import { newRecordId } from '#contract/ids.ts';
import { type Permission, permissions, type Role, roleMay } from '#contract/permissions.ts';
import { allResourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { needsApproval } from '#server/platform/http-error.ts';
import type { Database } from './database.ts';
import { BATCH_SIZE, type RowBatch } from './row-batches.ts';
import { tableNameOf } from './table-names.ts';

export interface AuthenticatedUser {
  readonly branchId: bigint;
  readonly userId: bigint;
  /** The branch's (decision 173). Absent where no day is asked for. */
  readonly calendar?: Calendar;
}

/** Who signs in, with one of their users, by which logs name them (decision 159). */
export interface Person extends AuthenticatedUser {
  readonly personId: bigint;
}

export interface Approver {
  readonly userId: bigint;
  readonly name: string;
  readonly role: Role;
}

export interface Authority {
  readonly role?: Role;
  readonly approver?: Approver;
}

export interface Origin {
  readonly device?: string;
  readonly agent?: string;
  /** User who entered the write on a device, if another one sends it. */
  readonly enteredBy?: bigint;
}

/** Branches and users: their rows are not with those of a branch (decision 202), so one transaction may write several branches'. */
export const undistributedTables = [
  'branch',
  'branch_settings',
  'app_user',
  'approval',
  'spreadsheet_token',
] as const;

const otherTables = [
  ...undistributedTables,
  // A view.
  'branch_user',
  'month',
  'student_counter',
  'collection',
  'receipt_print',
  'drawer_close',
  'drawer_line',
  'family_pair',
  'student_merge',
  'student_transfer',
  'withdrawal',
  'book_return',
  'expense_photo',
  'refund_counter',
  'movement',
  'debt',
  'import',
  'history',
  'idempotency',
  'branch_change',
  'branch_generation',
  'device_store',
] as const;

/** Only accessed through a branch scope, once the branch of a request is known. */
export const scopedTables = [...new Set(allResourceNames.map(tableNameOf)), ...otherTables] as const;

export type ScopedTable = (typeof scopedTables)[number];

/** In another branch than that of the transaction. `history`: a join still appends there. */
const writtenElsewhere: ReadonlySet<string> = new Set([...undistributedTables, 'history']);

const datedTables: ReadonlySet<string> = new Set([...allResourceNames.map(tableNameOf), 'collection']);

/** Their ids are UUIDs: of the device that made the record, or else made here (decision 171). */
const recordTables: ReadonlySet<string> = new Set([
  ...datedTables,
  'withdrawal',
  'book_return',
  'drawer_close',
  'student_transfer',
]);

/** Their `student_id` is resolved when it is written (decision 106). */
const tablesWithStudent: ReadonlySet<string> = new Set([
  ...allResourceNames
    .filter((name) => resourceOf(name).fields.student?.kind === 'reference')
    .map(tableNameOf),
  'collection',
]);

/** Only updates of a branch scope change their rows, so these count the version; elsewhere the trigger count_version does. */
export const tablesVersionedByUpdate = [
  'book_order',
  'stock_count',
  'reminder',
  'promise',
  'salary',
  'deduction',
  'advance',
  'bonus',
  'expense',
  'cash_move',
] as const satisfies readonly ScopedTable[];
const versionedByUpdate: ReadonlySet<string> = new Set(tablesVersionedByUpdate);

interface Reference {
  readonly table: ScopedTable;
  readonly column: string;
}

/** They change in the statement of their row: where tables are distributed no foreign key does that (decision 202). */
const sharedWith: Readonly<
  Partial<Record<ScopedTable, { readonly columns: readonly string[]; readonly by: readonly Reference[] }>>
> = {
  enrolment: {
    columns: ['student_id'],
    by: [
      { table: 'enrolment', column: 'related_id' },
      { table: 'refund', column: 'enrolment_id' },
      { table: 'plan', column: 'enrolment' },
    ],
  },
  book_payout: {
    columns: ['student_id', 'book_id'],
    by: [
      { table: 'book_payout', column: 'related_id' },
      { table: 'refund', column: 'book_payout_id' },
    ],
  },
};

const clearedBefore: Readonly<Partial<Record<ScopedTable, Reference>>> = {
  student: { table: 'collection', column: 'student_id' },
  enrolment: { table: 'enrolment', column: 'renews' },
};

export type ColumnValues = Readonly<Record<string, unknown>>;

export interface Written {
  readonly table: ScopedTable;
  readonly action: 'inserted' | 'changed' | 'deleted';
  readonly rows: readonly ColumnValues[];
  readonly columns: readonly string[];
}

/** Is called after each statement that wrote one of its tables, in the same transaction. */
export interface WriteListener {
  readonly tables: ReadonlySet<ScopedTable>;
  readonly written: (scope: BranchScope, write: Written) => Promise<void>;
}

const branchColumnOf = (table: ScopedTable) => (table === 'branch' ? 'id' : 'branch_id');

const NO_CONDITION = sql`true`;

const isOther = (values: readonly (readonly [string, unknown])[]) =>
  sql.join(
    values.map(([column, value]) => sql`${sql.ref(column)} is distinct from ${value}`),
    sql` or `,
  );

const writtenRow = (row: unknown) =>
  typeof row === 'object' && row !== null && 'written_row' in row ? row.written_row : row;

/** The only access of routes to the database (decision 24); tests/server/api/branch-scope.test.ts checks `rows`. */
export class BranchScope {
  readonly branchId: bigint;
  readonly userId: bigint;
  readonly now: Date;
  readonly origin: Origin;
  readonly isReading: boolean;
  readonly #authority: Authority;
  readonly #calendar: Calendar | undefined;
  readonly #db: Kysely<Database>;
  readonly #listener: WriteListener | undefined;
  #checks: (() => Promise<void>)[] = [];
  #key: string | undefined;
  /** The one branch whose rows the transaction may write. */
  #writtenBranch: bigint;

  constructor(
    db: Kysely<Database>,
    user: AuthenticatedUser & Authority & Origin,
    { now, isReading }: Pick<BranchScope, 'now' | 'isReading'>,
    listener?: WriteListener,
  ) {
    this.#db = db;
    this.#listener = listener;
    this.isReading = isReading;
    this.branchId = user.branchId;
    this.#writtenBranch = user.branchId;
    this.userId = user.userId;
    this.origin = { device: user.device, agent: user.agent, enteredBy: user.enteredBy };
    this.#authority = { role: user.role, approver: user.approver };
    this.now = now;
    this.#calendar = user.calendar;
  }

  get calendar(): Calendar {
    if (!this.#calendar) throw new Error('This scope does not know the calendar of its branch.');
    return this.#calendar;
  }

  get today(): Day {
    return dayOf(this.now, this.calendar);
  }

  readonly startOf = (day: Day): Date => startOfDay(day, this.calendar);

  get approver(): Approver | undefined {
    return this.#authority.approver;
  }

  /** An approval shows nothing, so only the user's own role counts. */
  readonly sees = (permission: Permission): boolean => {
    const { role } = this.#authority;
    return role !== undefined && roleMay(role, permission);
  };

  readonly may = (permission: Permission): boolean => {
    const { approver } = this.#authority;
    return this.sees(permission) || (approver !== undefined && roleMay(approver.role, permission));
  };

  assertMay(permission: Permission): void {
    if (!this.may(permission)) throw needsApproval(permissions[permission].refusal);
  }

  /**
   * The same transaction for a user of another branch, to read there and to write what belongs to people: the rows of a
   * branch are written by transactions of that branch alone (decision 202). Only accounts/branches-of-person.ts knows who may
   * (decision 159).
   */
  elsewhere(user: AuthenticatedUser & Pick<Authority, 'role'>): BranchScope {
    const { now, isReading, origin } = this;
    const other = new BranchScope(this.#db, { ...origin, ...user }, { now, isReading }, this.#listener);
    other.#checks = this.#checks;
    other.#key = this.#key;
    other.#writtenBranch = this.#writtenBranch;
    return other;
  }

  /** The same transaction for the tables of people, who belong to no branch alone. */
  get directory(): Kysely<Database> {
    return this.#db;
  }

  #assertWritable(table: ScopedTable): void {
    if (this.branchId !== this.#writtenBranch && !writtenElsewhere.has(table))
      throw new Error(`A transaction of another branch does not write ${table}.`);
  }

  get key(): string | undefined {
    return this.#key;
  }

  noteKey(key: string): void {
    this.#key = key;
  }

  /** For a rule about all that a write does, which may take several statements: its error undoes the write. */
  beforeCommit(check: () => Promise<void>): void {
    this.#checks.push(check);
  }

  async runChecks(): Promise<void> {
    for (const check of this.#checks) await check();
  }

  /** For use after `from` or `join`. PostgreSQL flattens the subquery into a plain condition. */
  rows(table: ScopedTable): RawBuilder<unknown> {
    return sql`(select * from ${sql.table(table)} where ${this.#isOfBranch(table)})`;
  }

  protected async run<Row>(query: CompiledQuery<Row>): Promise<Row[]> {
    return (await this.#db.executeQuery(query)).rows;
  }

  async all<Row>(query: RawBuilder<Row>): Promise<Row[]> {
    return this.run(query.compile(this.#db));
  }

  async first<Row>(query: RawBuilder<Row>): Promise<Row | undefined> {
    return (await this.all(query))[0];
  }

  async one<Row>(query: RawBuilder<Row>): Promise<Row> {
    const row = await this.first(query);
    if (!row) throw new Error('The statement returned no row.');
    return row;
  }

  async count(from: RawBuilder<unknown>): Promise<number> {
    return (await this.one(sql<{ count: number }>`select count(*)::float8 as count ${from}`)).count;
  }

  /** Uses a cursor. Needs a transaction, and one such query at a time. */
  async *batches<Row>(query: RawBuilder<Row>): AsyncGenerator<RowBatch<Row>> {
    await this.all(sql`declare rows_of_list no scroll cursor for ${query}`);
    for (let last = false; !last; ) {
      const rows = await this.all(sql<Row>`fetch ${sql.lit(BATCH_SIZE)} from rows_of_list`);
      last = rows.length < BATCH_SIZE;
      yield { rows, last };
    }
  }

  /** Returns the first row. `suffix` is SQL after the values; `wrap` puts the insert into a larger statement. */
  async insert<Row>(
    table: ScopedTable,
    values: ColumnValues,
    suffix: RawBuilder<Row> = sql``,
    wrap: (insert: RawBuilder<Row>) => RawBuilder<Row> = (insert) => insert,
  ): Promise<Row | undefined> {
    this.#assertWritable(table);
    const present = Object.entries({ ...this.#complete(table, values), branch_id: this.branchId }).filter(
      ([, value]) => value !== undefined,
    );
    const columns = sql.join(present.map(([column]) => sql.ref(column)));
    const parameters = sql.join(present.map(([column, value]) => this.#stored(table, column, sql`${value}`)));
    const inserted = await this.first(
      wrap(sql<Row>`insert into ${sql.table(table)} (${columns}) values (${parameters}) ${suffix}`),
    );
    if (inserted) await this.#tell(table, 'inserted', [writtenRow(inserted)]);
    return inserted;
  }

  /** One statement. A column that a row lacks becomes null. */
  async insertAll<Row>(
    table: ScopedTable,
    values: readonly ColumnValues[],
    suffix: RawBuilder<Row> = sql``,
  ): Promise<Row[]> {
    this.#assertWritable(table);
    const rows = values.map((row) => this.#complete(table, row));
    const names = [...new Set(rows.flatMap(Object.keys))];
    const columns = sql.join(names.map((column) => sql.ref(column)));
    const stored = sql.join(names.map((column) => this.#stored(table, column, sql.ref(column))));
    const text = JSON.stringify(rows, (_name, value) => (typeof value === 'bigint' ? String(value) : value));
    const insert = sql`insert into ${sql.table(table)} (branch_id, ${columns})
      select ${this.branchId}::bigint, ${stored} from json_populate_recordset(null::${sql.table(table)}, ${text}::json)`;
    if (!this.isListened(table)) return this.all(sql<Row>`${insert} ${suffix}`);
    const inserted = await this.all(sql<Row>`${insert} returning *`);
    await this.#tell(table, 'inserted', inserted);
    return inserted;
  }

  async update(table: ScopedTable, where: RawBuilder<unknown>, values: ColumnValues): Promise<number> {
    this.#assertWritable(table);
    const day = datedTables.has(table) && 'custom_date' in values && this.#changedDay(values.custom_date);
    const student = await this.#presentStudent(table, values.student_id);
    const present = Object.entries({
      ...values,
      ...(day && { effective_date: day }),
      ...(student && { student_id: student }),
    }).filter(([, value]) => value !== undefined);
    if (present.length === 0) return 0;
    const changes = present.map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
    if (versionedByUpdate.has(table)) changes.push(sql`version = version + (${isOther(present)})::int`);
    const change = sql`${this.#followers(table, where, present)}
      update ${sql.table(table)} set ${sql.join(changes)} where ${this.#isOfBranch(table)} and (${where})`;
    if (!this.isListened(table)) return Number((await change.execute(this.#db)).numAffectedRows ?? 0n);
    const rows = await this.all(sql<ColumnValues>`${change} returning *`);
    await this.#tell(
      table,
      'changed',
      rows,
      present.map(([column]) => column),
    );
    return rows.length;
  }

  #followers(
    table: ScopedTable,
    where: RawBuilder<unknown>,
    values: readonly (readonly [string, unknown])[],
  ): RawBuilder<unknown> {
    const { columns, by } = sharedWith[table] ?? { columns: [], by: [] };
    const shared = values.filter(([column]) => columns.includes(column));
    if (shared.length === 0) return sql``;
    const statements = by.map((follower, index) => {
      const changes = shared.map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
      return sql`${sql.ref(`followed_${index}`)} as (
        update ${sql.table(follower.table)} set ${sql.join(changes)}
        where ${this.#isOfBranch(follower.table)} and ${sql.ref(follower.column)} in (${this.#idsOf(table, where)}))`;
    });
    return sql`with ${sql.join(statements)}`;
  }

  #idsOf(table: ScopedTable, where: RawBuilder<unknown>): RawBuilder<unknown> {
    return sql`select id from ${sql.table(table)} where ${this.#isOfBranch(table)} and (${where})`;
  }

  async remove<Row>(table: ScopedTable, where: RawBuilder<unknown> = NO_CONDITION): Promise<Row[]> {
    this.#assertWritable(table);
    const cleared = clearedBefore[table];
    if (cleared)
      await this.all(sql`update ${sql.table(cleared.table)} set ${sql.ref(cleared.column)} = null
        where ${this.#isOfBranch(cleared.table)} and ${sql.ref(cleared.column)} in (${this.#idsOf(table, where)})`);
    const rows = await this.all(
      sql<Row>`delete from ${sql.table(table)} where ${this.#isOfBranch(table)} and (${where}) returning *`,
    );
    await this.#tell(table, 'deleted', rows);
    return rows;
  }

  /** Whether a statement that inserts a row and returns other columns must return the whole row too, as `written_row`. */
  isListened(table: ScopedTable): boolean {
    return this.#listener?.tables.has(table) === true;
  }

  async #tell(
    table: ScopedTable,
    action: Written['action'],
    rows: readonly unknown[],
    columns: readonly string[] = [],
  ): Promise<void> {
    if (rows.length === 0 || !this.isListened(table)) return;
    await this.#listener?.written(this, { table, action, rows: rows as ColumnValues[], columns });
  }

  #stored(table: ScopedTable, column: string, value: RawBuilder<unknown>): RawBuilder<unknown> {
    const isStudent = column === 'student_id' && tablesWithStudent.has(table);
    return isStudent ? sql`present_student(${this.branchId}::bigint, ${value}::uuid)` : value;
  }

  async #presentStudent(table: ScopedTable, named: unknown): Promise<string | undefined> {
    if (named === undefined || named === null || !tablesWithStudent.has(table)) return undefined;
    return (
      await this.one(
        sql<{ id: string }>`select present_student(${this.branchId}::bigint, ${named}::uuid) as id`,
      )
    ).id;
  }

  /** A record without a day of its own belongs to the day of the branch on which it is written. */
  #complete(table: ScopedTable, values: ColumnValues): ColumnValues {
    const day = datedTables.has(table) && { effective_date: values.custom_date ?? this.today };
    const id = recordTables.has(table) && { id: values.id ?? newRecordId() };
    return { ...day, ...values, ...id };
  }

  /** A cleared day becomes that of the moment at which the record came. */
  #changedDay(day: unknown): RawBuilder<unknown> {
    const { timeZone, dayBegins } = this.calendar;
    return sql`coalesce(${day}::date, (created_at at time zone ${timeZone} - make_interval(hours => ${dayBegins}))::date)`;
  }

  #isOfBranch(table: ScopedTable): RawBuilder<unknown> {
    return sql`${sql.ref(branchColumnOf(table))} = ${this.branchId}`;
  }
}
