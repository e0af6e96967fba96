import { isDeepStrictEqual } from 'node:util';
import { parsePiastres } from '#contract/money.ts';
import { invariantViolations } from './invariants.ts';
import { type LoggedOperation, type OperationLog, type RecordTarget, recordTables } from './operation-log.ts';

type Row = Readonly<Record<string, unknown>>;
type Query = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

export interface Audit {
  readonly acknowledged: number;
  readonly unknown: number;
  /** Number of unknown writes that the server performed, once. */
  readonly unknownButPerformed: number;
  readonly refused: number;
  readonly problems: readonly string[];
}

const asText = (value: unknown) => (value === null || value === undefined ? '' : String(value));
const amount = (value: unknown) => (typeof value === 'string' ? String(parsePiastres(value)) : '');

/** Maps the fields of an answer to table columns, as text; amounts in piastres. */
const columnsOf =
  (texts: Readonly<Record<string, string>>, ...amounts: readonly string[]) =>
  (answer: Row) => ({
    ...Object.fromEntries(Object.entries(texts).map(([column, field]) => [column, asText(answer[field])])),
    ...Object.fromEntries(amounts.map((name) => [name, amount(answer[name])])),
  });

const ofStudent = columnsOf({ student_id: 'student' });
const payout = columnsOf({ book_id: 'book', student_id: 'student', quantity: 'quantity' });
const payable = columnsOf(
  { related_id: 'related_record', receipt_number: 'receipt_number', notes: 'notes' },
  'price',
  'paid_amount',
);

/** Returns the column values expected after an answer; every value as text, "" for null. */
const expectedColumns: Readonly<Record<RecordTarget, (answer: Row) => Record<string, string>>> = {
  student: columnsOf({ code: 'code', name: 'name', phone: 'phone', address: 'address' }),
  // Installments follow their enrolment to another student; the invariants check that.
  enrolment: (answer) => ({ ...payable(answer), ...(answer.related_record === null && ofStudent(answer)) }),
  book: columnsOf({ name: 'name', category: 'category', subject: 'subject', level: 'level' }, 'sell_price'),
  book_order: columnsOf({ book_id: 'book', quantity: 'quantity', notes: 'notes' }, 'price', 'paid_amount'),
  book_payout: (answer) => ({
    ...payable(answer),
    ...(answer.related_record === null && payout(answer)),
  }),
  refund: columnsOf(
    {
      resource: 'resource',
      related_record: 'related_record',
      payment_method: 'payment_method',
      receipt_number: 'receipt_number',
    },
    'amount',
  ),
  import: columnsOf({ target: 'target', file_name: 'file', rows: 'rows', undone: 'undone' }),
};

/** Selects rows that are not as their write answered them: what an import adds is counted by its invariant. */
const selected: Partial<Record<RecordTarget, string>> = {
  student: 'select * from student where import_id is null',
  enrolment: 'select * from enrolment where import_id is null',
  import: "select *, case when undone_at is not null then 'undone' end as undone from import",
};

const idOf = ({ path }: LoggedOperation) => /\/([\da-f-]+)\/$/.exec(path)?.[1] ?? '';

export async function audit(query: Query, log: OperationLog): Promise<Audit> {
  const problems: string[] = [];
  const storedKeys = new Map(
    (await query('select key::text, status, answer from idempotency')).map((row) => [String(row.key), row]),
  );
  const expected = new Map(recordTables.map((table) => [table, new Map<string, Row>()]));

  for (const operation of log) {
    const stored = storedKeys.get(operation.key);
    const name = `${operation.method} ${operation.path} with key ${operation.key}`;
    if (operation.outcome === 'acknowledged') {
      if (!stored) problems.push(`lost: ${name} was acknowledged and is not stored`);
      else if (!isDeepStrictEqual(stored.answer, operation.answer))
        problems.push(`${name} is stored with another answer`);
    }
    if (operation.outcome === 'refused' && stored) problems.push(`${name} was refused and is stored`);
    const records = operation.target === 'month' ? undefined : expected.get(operation.target);
    if (stored && records) applyOperation(records, operation, stored.answer as Row);
  }
  const keys = new Set(log.map(({ key }) => key));
  for (const key of storedKeys.keys())
    if (!keys.has(key)) problems.push(`key ${key} is stored and was never sent`);

  for (const [table, records] of expected) problems.push(...(await compare(query, table, records)));
  problems.push(...(await invariantViolations(query)));
  const withOutcome = (outcome: LoggedOperation['outcome']) =>
    log.filter((operation) => operation.outcome === outcome);
  return {
    acknowledged: withOutcome('acknowledged').length,
    unknown: withOutcome('unknown').length,
    unknownButPerformed: withOutcome('unknown').filter(({ key }) => storedKeys.has(key)).length,
    refused: withOutcome('refused').length,
    problems,
  };
}

function applyOperation(records: Map<string, Row>, operation: LoggedOperation, answer: Row): void {
  if (operation.method === 'POST') records.set(String(answer.id), answer);
  else if (operation.target === 'import')
    records.set(idOf(operation), { ...records.get(idOf(operation)), undone: 'undone' });
  else if (operation.method === 'DELETE') records.delete(idOf(operation));
  else records.set(idOf(operation), answer);
}

/** Returns a problem for every lost, unexpected or differing record of a table. */
async function compare(query: Query, table: RecordTarget, expected: Map<string, Row>): Promise<string[]> {
  const problems: string[] = [];
  const rows = new Map(
    (await query(selected[table] ?? `select * from ${table}`)).map((row) => [asText(row.id), row]),
  );
  for (const [id, answer] of expected) {
    const row = rows.get(id);
    if (!row) {
      problems.push(`lost: ${table} ${id} is not stored`);
      continue;
    }
    for (const [column, value] of Object.entries(expectedColumns[table](answer))) {
      if (asText(row[column]) !== value) {
        problems.push(`${table} ${id} has ${column} "${asText(row[column])}", not "${value}" as answered`);
      }
    }
  }
  for (const id of rows.keys())
    if (!expected.has(id)) problems.push(`${table} ${id} is stored, and no client created it`);
  return problems;
}
