import { isDeepStrictEqual } from 'node:util';
import { piastres } from '#contract/money.ts';
import { tallyAndRecount } from '../support/recount.ts';
import type { Entry, Ledger } from './ledger.ts';

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
const amount = (value: unknown) => (typeof value === 'string' ? String(piastres(value)) : '');

/** What a record's row must hold, by what the server answered last about it; every value as text, "" for none. */
const rowsOf: Readonly<Record<'student' | 'enrolment', (answer: Row) => Record<string, string>>> = {
  student: (answer) => ({
    code: asText(answer.code),
    name: asText(answer.name),
    phone: asText(answer.phone),
    address: asText(answer.address),
  }),
  enrolment: (answer) => ({
    related_id: asText(answer.related_record),
    student_id: asText(answer.student),
    price: amount(answer.price),
    paid_amount: amount(answer.paid_amount),
    receipt_number: asText(answer.receipt_number),
    notes: asText(answer.notes),
  }),
};

const idOf = ({ path }: Entry) => /\/(\d+)\/$/.exec(path)?.[1] ?? '';

/** Compares every write that was sent with the database, straight from its tables. */
export async function audit(look: Look, ledger: Ledger): Promise<Audit> {
  const problems: string[] = [];
  const kept = new Map(
    (await look('select key::text, status, answer from idempotency')).map((row) => [String(row.key), row]),
  );
  const expected = { student: new Map<string, Row>(), enrolment: new Map<string, Row>() };

  for (const entry of ledger) {
    const done = kept.get(entry.key);
    const name = `${entry.method} ${entry.path} with key ${entry.key}`;
    if (entry.fate === 'acknowledged') {
      if (!done) problems.push(`lost: ${name} was acknowledged and is not there`);
      else if (!isDeepStrictEqual(done.answer, entry.answer))
        problems.push(`${name} is kept with another answer`);
    }
    if (entry.fate === 'refused' && done) problems.push(`${name} was refused and is there`);
    if (done && entry.about !== 'month') follow(expected[entry.about], entry, done.answer as Row);
  }
  const keys = new Set(ledger.map(({ key }) => key));
  for (const key of kept.keys()) if (!keys.has(key)) problems.push(`key ${key} is there and was never sent`);

  for (const about of ['student', 'enrolment'] as const) {
    problems.push(...(await compare(look, about, expected[about])));
  }
  problems.push(...(await contradictions(look)));
  const withFate = (fate: Entry['fate']) => ledger.filter((entry) => entry.fate === fate);
  return {
    acknowledged: withFate('acknowledged').length,
    unknown: withFate('unknown').length,
    unknownButDone: withFate('unknown').filter(({ key }) => kept.has(key)).length,
    refused: withFate('refused').length,
    problems,
  };
}

/** The records that there must be, one write further. */
function follow(records: Map<string, Row>, entry: Entry, answer: Row): void {
  if (entry.method === 'POST') records.set(String(answer.id), answer);
  else if (entry.method === 'DELETE') records.delete(idOf(entry));
  else records.set(idOf(entry), answer);
}

/** Each record that must be there is there as answered last, and no other is: nothing is lost, nothing was made twice. */
async function compare(
  look: Look,
  table: 'student' | 'enrolment',
  expected: Map<string, Row>,
): Promise<string[]> {
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

/** What may be in no database of ours, whoever wrote what. */
async function contradictions(look: Look): Promise<string[]> {
  const none = async (what: string, query: string) =>
    (await look(query)).map((row) => `${what}: ${JSON.stringify(row)}`);
  const { tally, recount } = await tallyAndRecount(look);
  return [
    ...(isDeepStrictEqual(tally, recount) ? [] : ['the tally is not what a recount of the records says']),
    ...(await none(
      'more is paid than the price, or not what its installments pay',
      `select of.id, of.price, of.paid_amount, of.installments_paid from enrolment of
        where of.related_id is null and (of.paid_amount + of.installments_paid > of.price or of.installments_paid <>
          (select coalesce(sum(paid_amount), 0) from enrolment where branch_id = of.branch_id and related_id = of.id))`,
    )),
    ...(await none(
      'an ended month keeps another sum than its records have',
      `select id, figures from month where status = 'ended' and
        coalesce((figures->>'adult_course_revenue')::numeric, 0) * 100 <>
          (select coalesce(sum(paid_amount), 0) from enrolment where month_id = month.id)`,
    )),
    ...(await none(
      'more than one month runs',
      "select count(*) from month where status = 'running' group by branch_id having count(*) > 1",
    )),
    ...(await none(
      'a record was made more than once, by the history',
      `select resource, record_id, count(*) from history where action = 'created'
        group by resource, record_id having count(*) > 1`,
    )),
    ...(await none(
      'a record is there without its making in the history',
      `select id from student where not exists (select from history
        where action = 'created' and resource = 'student' and record_id = student.id)`,
    )),
  ];
}
