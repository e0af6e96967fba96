import { type RawBuilder, sql } from 'kysely';
import { SEARCH_LIMIT } from '#contract/search.ts';
import { PHONE_MARK } from '#contract/search-text.ts';
import type { BranchScope } from '#server/store/branch-scope.ts';
import type { Wanted } from './search-query.ts';

/** Represents a found student; `remaining` in piastres. */
export interface StudentMatch {
  readonly id: string;
  readonly name: string;
  readonly code: string;
  readonly phone: string | null;
  readonly remaining: string;
}

/** Represents a payment that a receipt number was found at; money in piastres. */
export interface ReceiptMatch {
  readonly id: string;
  readonly resource: string;
  readonly receipt_number: string;
  readonly paid: string;
  readonly day: string;
  readonly student: string;
  readonly name: string;
  readonly collection: string | null;
  /** What was received with its collection. */
  readonly received: string | null;
}

/** Represents a found book. */
export interface BookMatch {
  readonly id: string;
  readonly name: string;
  readonly subject: string;
  readonly level: string;
  readonly stock: string;
}

/** Holds everything that was found. */
export interface Matches {
  readonly students: readonly StudentMatch[];
  /** Students whose name has the keys of what was typed. */
  readonly twins: readonly StudentMatch[];
  readonly receipts: readonly ReceiptMatch[];
  readonly books: readonly BookMatch[];
}

/** Students with the searched words that are compared; of a name that very many have, others are not. */
const MOST_COMPARED = 50;
/** Students whose name is compared with what was typed in other letters. */
const MOST_TWINS = 24;
/** Payments that are read of receipts; those of one collection become one row. */
const MOST_PAYMENTS = 4 * SEARCH_LIMIT;

const limit = sql.lit(SEARCH_LIMIT);

/** Tells whether a text begins with what was searched, in the order of an index on it. */
const begins = (column: RawBuilder<unknown>, from: string | null, to: string | null) =>
  sql`${column} collate "C" >= ${from} and ${column} collate "C" < ${to}`;

/** Tells whether a folded text contains every word: `containsWord` of the contract. */
const containsAllWords = (folded: RawBuilder<unknown>, { words, numbers }: Wanted) => sql`
  not exists (select from unnest(${words}::text[]) as word where strpos(${folded}, word) = 0)
  and not exists (select from unnest(${numbers}::text[]) as number
    where strpos(split_part(${folded}, ${PHONE_MARK}, 1), number) = 0 and strpos(${folded}, ${PHONE_MARK} || number) = 0)`;

/** Finds the best students: of that code, then whose name begins so; only if these are few, who have all words. */
function bestStudents(scope: BranchScope, wanted: Wanted): RawBuilder<unknown> {
  const { text, after, code, pieces } = wanted;
  const rows = scope.rows('student');
  return sql`
    named as (
      (select id, 0 as place from ${rows} as r where code_number = ${code}::bigint limit 1)
      union all
      (select id, 1 from ${rows} as r where ${begins(sql`folded_name`, text, after)} order by folded_name collate "C" limit ${limit})),
    worded as (
      select id, 2 as place from ${rows} as r
      where (select count(*) from named) < ${limit}
        and search_pieces(branch_id, '', folded) @@ ${pieces}::tsquery and ${containsAllWords(sql`folded`, wanted)}
      limit ${sql.lit(MOST_COMPARED)}),
    best as (
      select id, min(place) as place from (select * from named union all select * from worded) as found group by id)`;
}

const remainingOf = (scope: BranchScope, table: 'enrolment' | 'book_payout') => sql`(
  select coalesce(sum(remaining), 0) from ${scope.rows(table)} as debt where debt.student_id = s.id and debt.related_id is null)`;

const studentColumns = (scope: BranchScope) => sql`s.id::text, s.name, s.code, s.phone,
  (${remainingOf(scope, 'enrolment')} + ${remainingOf(scope, 'book_payout')})::text as remaining`;

const students = (scope: BranchScope) => sql`
  select ${studentColumns(scope)} from best join ${scope.rows('student')} as s on s.id = best.id
  order by best.place, s.folded_name collate "C", s.id limit ${limit}`;

/** Selects students with these keys: those whose name may be written so in other letters. */
const withKeys = (scope: BranchScope, keys: string, condition = sql`true`) => sql<StudentMatch>`
  select ${studentColumns(scope)} from ${scope.rows('student')} as s
  where s.name_keys @@ ${keys}::tsquery and ${keys} <> '' and ${condition}
  limit ${sql.lit(MOST_TWINS)}`;

/** Looks for twins only where a search finds few: it costs other searches nothing. */
const twins = (scope: BranchScope, { keys }: Wanted) =>
  withKeys(scope, keys, sql`(select count(*) from best) < ${limit} and id not in (select id from best)`);

const paymentLimit = sql.lit(MOST_PAYMENTS);
/** The number of a receipt without the prefix of its series, as the index has it. */
const numberOf = sql`substring(folded from '[^0-9]0*([0-9]+)$')`;

/** Selects payments `r` whose receipt number begins so, with the prefix of its series or without. */
function paymentsOf(
  rows: RawBuilder<unknown>,
  {
    resource,
    isPayment,
  }: { readonly resource: RawBuilder<unknown>; readonly isPayment: RawBuilder<unknown> },
  { text, after, number, afterNumber }: Wanted,
): RawBuilder<unknown> {
  const columns = sql`id, ${resource} as resource, receipt_number, folded, paid_amount, effective_date, student_id, collection_id`;
  const beginsSo = begins(sql`folded`, text, after);
  return sql`
    (select ${columns} from ${rows} as r where ${isPayment} and ${beginsSo}
      order by folded collate "C", id desc limit ${paymentLimit})
    union all
    (select ${columns} from ${rows} as r
      where ${isPayment} and folded ~ '[^0-9][0-9]+$' and ${begins(numberOf, number, afterNumber)}
        and not (${beginsSo})
      order by ${numberOf} collate "C", id desc limit ${paymentLimit})`;
}

/** Selects payments: with that receipt number, then with one that begins so. */
function receipts(scope: BranchScope, wanted: Wanted): RawBuilder<unknown> {
  const { text } = wanted;
  const enrolments = { resource: sql`kind`, isPayment: sql`true` };
  const payouts = { resource: sql`'book-payout'`, isPayment: sql`receipt_number is not null` };
  return sql`
    select found.id::text, found.resource, found.receipt_number, found.paid_amount::text as paid,
      to_char(found.effective_date, 'YYYY-MM-DD') as day, s.id::text as student, s.name,
      found.collection_id::text as collection, c.received::text as received
    from (
      ${paymentsOf(scope.rows('enrolment'), enrolments, wanted)}
      union all
      ${paymentsOf(scope.rows('book_payout'), payouts, wanted)}) as found
    join ${scope.rows('student')} as s on s.id = found.student_id
    left join ${scope.rows('collection')} as c on c.id = found.collection_id
    order by found.folded <> ${text}, strpos(found.folded, ${text}) <> 1, length(found.folded), found.effective_date desc, found.id desc
    limit ${paymentLimit}`;
}

const books = (scope: BranchScope, { text }: Wanted) => sql`
  select id::text, name, subject, level, (ordered - paid_out)::text as stock
  from ${scope.rows('book')} as r
  where not exists (select from unnest(string_to_array(${text}, ' ')) as word where strpos(folded_name, word) = 0)
  order by strpos(folded_name, ${text}) <> 1, folded_name collate "C", id limit ${limit}`;

const asList = (found: RawBuilder<unknown>) =>
  sql`(select coalesce(json_agg(found), '[]') from (${found}) as found)`;

/** Finds everything in one statement, so that a search is one round trip. */
export function findMatches(scope: BranchScope, wanted: Wanted): Promise<Matches | undefined> {
  return scope.first(sql<Matches>`with ${bestStudents(scope, wanted)}
    select ${asList(students(scope))} as students, ${asList(twins(scope, wanted))} as twins,
      ${asList(receipts(scope, wanted))} as receipts, ${asList(books(scope, wanted))} as books`);
}

/** Finds students whose name may begin so in other letters. It is asked apart, since a beginning costs many times a whole name. */
export function findBegun(scope: BranchScope, { begun }: Wanted): Promise<StudentMatch[]> {
  return scope.all(withKeys(scope, begun));
}
