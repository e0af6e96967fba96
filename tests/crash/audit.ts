import { isDeepStrictEqual } from 'node:util';
import { parsePiastres } from '#contract/money.ts';
import { invariantViolations } from './invariants.ts';
import { type LoggedOperation, type OperationLog, type RecordTarget, recordTables } from './operation-log.ts';

type Row = Readonly<Record<string, unknown>>;
type Look = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

/** What was found in the database, against what its clients were told. */
export interface Audit {
  readonly acknowledged: number;
  readonly unknown: number;
  /** Of the unknown ones: done all the same, once. */
  readonly unknownButDone: number;
  readonly refused: number;
  /** One sentence each; empty when all is well. */
  readonly problems: readonly string[];
}

const asText = (value: unknown) => (value === null || value === undefined ? '' : String(value));
const amount = (value: unknown) => (typeof value === 'string' ? String(parsePiastres(value)) : '');

/** Columns of a table by the fields of an answer, as text; amounts as piastres. */
const columnsOf =
  (texts: Readonly<Record<string, string>>, ...amounts: readonly string[]) =>
  (answer: Row) => ({
    ...Object.fromEntries(Object.entries(texts).map(([column, field]) => [column, asText(answer[field])])),
    ...Object.fromEntries(amounts.map((name) => [name, amount(answer[name])])),
  });

const ofStudent = columnsOf({ student_id: 'student' });
const enrolment = columnsOf(
  { related_id: 'related_record', receipt_number: 'receipt_number', notes: 'notes' },
  'price',
  'paid_amount',
);

/** What a record's row must hold, by what the server answered last about it; every value as text, "" for none. */
const rowsOf: Readonly<Record<RecordTarget, (answer: Row) => Record<string, string>>> = {
  student: columnsOf({ code: 'code', name: 'name', phone: 'phone', address: 'address' }),
  // An installment goes to another student with its enrolment; the contradictions look after that.
  enrolment: (answer) => ({ ...enrolment(answer), ...(answer.related_record === null && ofStudent(answer)) }),
  book: columnsOf({ name: 'name', category: 'category', subject: 'subject', level: 'level' }, 'sell_price'),
  book_order: columnsOf({ book_id: 'book', quantity: 'quantity', notes: 'notes' }, 'price', 'paid_amount'),
  book_payout: columnsOf(
    { book_id: 'book', student_id: 'student', quantity: 'quantity', notes: 'notes' },
    'price',
    'paid_amount',
  ),
  employee: columnsOf({ name: 'name', job_title: 'job_title', phone: 'phone' }, 'salary'),
  salary: columnsOf({ employee_id: 'employee' }, 'base_salary', 'deducted', 'amount'),
  deduction: columnsOf({ employee_id: 'employee', reason: 'reason' }, 'amount'),
};

const idOf = ({ path }: LoggedOperation) => /\/(\d+)\/$/.exec(path)?.[1] ?? '';

/** Compares every write that was sent with the database, straight from its tables. */
export async function audit(look: Look, ledger: OperationLog): Promise<Audit> {
  const problems: string[] = [];
  const kept = new Map(
    (await look('select key::text, status, answer from idempotency')).map((row) => [String(row.key), row]),
  );
  const expected = new Map(recordTables.map((about) => [about, new Map<string, Row>()]));

  for (const entry of ledger) {
    const done = kept.get(entry.key);
    const name = `${entry.method} ${entry.path} with key ${entry.key}`;
    if (entry.fate === 'acknowledged') {
      if (!done) problems.push(`lost: ${name} was acknowledged and is not there`);
      else if (!isDeepStrictEqual(done.answer, entry.answer))
        problems.push(`${name} is kept with another answer`);
    }
    if (entry.fate === 'refused' && done) problems.push(`${name} was refused and is there`);
    const records = entry.about === 'month' ? undefined : expected.get(entry.about);
    if (done && records) follow(records, entry, done.answer as Row);
  }
  const keys = new Set(ledger.map(({ key }) => key));
  for (const key of kept.keys()) if (!keys.has(key)) problems.push(`key ${key} is there and was never sent`);

  for (const [about, records] of expected) problems.push(...(await compare(look, about, records)));
  problems.push(...(await invariantViolations(look)));
  const withFate = (fate: LoggedOperation['fate']) => ledger.filter((entry) => entry.fate === fate);
  return {
    acknowledged: withFate('acknowledged').length,
    unknown: withFate('unknown').length,
    unknownButDone: withFate('unknown').filter(({ key }) => kept.has(key)).length,
    refused: withFate('refused').length,
    problems,
  };
}

/** The records that there must be, one write further. */
function follow(records: Map<string, Row>, entry: LoggedOperation, answer: Row): void {
  if (entry.method === 'POST') records.set(String(answer.id), answer);
  else if (entry.method === 'DELETE') records.delete(idOf(entry));
  else records.set(idOf(entry), answer);
}

/** Each record that must be there is there as answered last, and no other is: nothing is lost, nothing was made twice. */
async function compare(look: Look, table: RecordTarget, expected: Map<string, Row>): Promise<string[]> {
  const problems: string[] = [];
  const rows = new Map((await look(`select * from ${table}`)).map((row) => [asText(row.id), row]));
  for (const [id, answer] of expected) {
    const row = rows.get(id);
    if (!row) {
      problems.push(`lost: ${table} ${id} is not there`);
      continue;
    }
    for (const [column, value] of Object.entries(rowsOf[table](answer))) {
      if (asText(row[column]) !== value) {
        problems.push(`${table} ${id} has ${column} "${asText(row[column])}", not "${value}" as answered`);
      }
    }
  }
  for (const id of rows.keys())
    if (!expected.has(id)) problems.push(`${table} ${id} is there, and nobody made it`);
  return problems;
}
