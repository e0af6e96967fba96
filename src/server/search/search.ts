import { type RawBuilder, sql } from 'kysely';
import { labelOf, levels, subjects } from '#contract/choices.ts';
import { fieldOf } from '#contract/define-resource.ts';
import { formatDecimal } from '#contract/money.ts';
import { twinsAmong } from '#contract/name-twins.ts';
import { foldForSearch } from '#contract/paging.ts';
import { ENDING_LENGTH, type ReceiptCode, readReceiptCode, writtenCode } from '#contract/receipt-code.ts';
import { receiptSubjectOf } from '#contract/receipts.ts';
import { permissionFor } from '#contract/record-permissions.ts';
import { resourceOf, resources } from '#contract/resources/registry.ts';
import { MIN_SEARCH_LENGTH, SEARCH_LIMIT } from '#contract/search.ts';
import { alsoFoundBy } from '#contract/search-text.ts';
import { typedLine } from '#contract/typed-text.ts';
import type { BranchScope } from '#server/db/branch-scope.ts';
import { decimal } from '#server/db/columns.ts';
import { tableOf } from '#server/db/tables.ts';
import { messages } from '#server/messages/store.en.ts';
import { badField } from '#server/platform/http-error.ts';
import { hasNameKeys, matchesWords, wantedStudent } from '#server/records/student-twins.ts';

const MAX_LENGTH = 255;
/** Greater than every letter that may follow, in the order of bytes. */
const LAST_LETTER = '\u{10ffff}';
const NUMBER = /^0*(\d+)$/;
const CODE = /^(?:s-)?0*(\d{1,9})$/;

const searched = typedLine({
  limit: MAX_LENGTH,
  tooLong: () => messages.searchTooLong({ maxLength: MAX_LENGTH }),
  unstorable: () => messages.searchInvalid,
});

function parseSearch(q: unknown): string {
  const parsed = searched.safeParse(q ?? '');
  if (!parsed.success) throw badField('q', parsed.error.issues[0]?.message ?? messages.searchInvalid);
  return foldForSearch(parsed.data);
}

function wantedBy(scope: BranchScope, text: string) {
  const number = NUMBER.exec(text)?.[1] ?? null;
  return {
    text,
    /** The end of all texts that begin with `text` in the order of bytes. */
    after: text + LAST_LETTER,
    code: CODE.exec(text)?.[1] ?? null,
    number,
    afterNumber: number && number + LAST_LETTER,
    ...wantedStudent(scope, text),
  };
}

type Wanted = ReturnType<typeof wantedBy>;

interface StudentMatch extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly name: string;
  readonly code: string;
  readonly phone: string | null;
  readonly left_on: string | null;
  readonly remaining: string;
}

interface ReceiptMatch {
  readonly id: string;
  readonly resource: string;
  readonly receipt_number: string;
  readonly paid: string;
  readonly day: string;
  readonly student: string;
  readonly name: string;
  readonly collection: string | null;
  readonly received: string | null;
}

interface BookMatch {
  readonly id: string;
  readonly name: string;
  readonly subject: string;
  readonly level: string;
  readonly stock: string;
}

interface Matches {
  readonly students: readonly StudentMatch[];
  readonly twins: readonly StudentMatch[];
  readonly receipts: readonly ReceiptMatch[];
  readonly books: readonly BookMatch[];
}

/** Students with the searched words that are compared; further ones, of a very common name, are not. */
const MOST_COMPARED = 50;
/** Students whose name in other letters is compared with the typed one. */
const MOST_TWINS = 24;
/** Payments that are read for receipts; those of one collection become one row. */
const MOST_PAYMENTS = 4 * SEARCH_LIMIT;

const limit = sql.lit(SEARCH_LIMIT);

const begins = (column: RawBuilder<unknown>, from: string | null, to: string | null) =>
  sql`${column} collate "C" >= ${from} and ${column} collate "C" < ${to}`;

/** The code first, then names that begin so; only if these are few, names and parents with all words. */
function bestStudents(scope: BranchScope, wanted: Wanted): RawBuilder<unknown> {
  const { text, after, code, words } = wanted;
  const isInName = sql`not exists (select from unnest(${words}::text[]) as word where strpos(r.folded_name, word) = 0)`;
  const rows = scope.rows('student');
  return sql`
    named as (
      (select id, 0 as place from ${rows} as r where code_number = ${code}::bigint limit 1)
      union all
      (select id, 1 from ${rows} as r where ${begins(sql`folded_name`, text, after)} order by folded_name collate "C" limit ${limit})),
    worded as (
      select id, case when ${isInName} then 2 else 3 end as place from ${rows} as r
      where (select count(*) from named) < ${limit}
        and ${matchesWords(wanted)}
      limit ${sql.lit(MOST_COMPARED)}),
    best as (
      select id, min(place) as place from (select * from named union all select * from worded) as found group by id)`;
}

const remainingOf = (scope: BranchScope, table: 'enrolment' | 'book_payout') => sql`(
  select coalesce(sum(remaining), 0) from ${scope.rows(table)} as debt where debt.student_id = r.id and debt.related_id is null)`;

const searchedColumns = sql.join(resources.student.search.map((name) => sql`r.${sql.ref(name)}`));

const studentColumns = (scope: BranchScope) => sql`r.id::text, ${searchedColumns}, r.left_on::text,
  (${remainingOf(scope, 'enrolment')} + ${remainingOf(scope, 'book_payout')})::text as remaining`;

const students = (scope: BranchScope) => sql`
  select ${studentColumns(scope)} from best join ${scope.rows('student')} as r on r.id = best.id
  order by best.place, r.folded_name collate "C", r.id limit ${limit}`;

const withKeys = (scope: BranchScope, keys: string, condition = sql`true`) => sql<StudentMatch>`
  select ${studentColumns(scope)} from ${scope.rows('student')} as r
  where ${hasNameKeys(keys)} and ${condition}
  limit ${sql.lit(MOST_TWINS)}`;

/** Only runs if a search finds few, so that it costs other searches nothing. */
const twins = (scope: BranchScope, { keys }: Wanted) =>
  withKeys(scope, keys, sql`(select count(*) from best) < ${limit} and id not in (select id from best)`);

const paymentLimit = sql.lit(MOST_PAYMENTS);
/** Receipt number without the prefix of its series, as in the index. */
const numberOf = sql`substring(folded from '[^0-9]0*([0-9]+)$')`;

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
  select id::text, name, subject, level, (ordered + corrected - paid_out)::text as stock
  from ${scope.rows('book')} as r
  where not exists (select from unnest(string_to_array(${text}, ' ')) as word where strpos(folded_name, word) = 0)
  order by strpos(folded_name, ${text}) <> 1, folded_name collate "C", id limit ${limit}`;

const asList = (found: RawBuilder<unknown>) =>
  sql`(select coalesce(json_agg(found), '[]') from (${found}) as found)`;

/** One statement, so that a search is one round trip. */
function findMatches(scope: BranchScope, wanted: Wanted): Promise<Matches | undefined> {
  return scope.first(sql<Matches>`with ${bestStudents(scope, wanted)}
    select ${asList(students(scope))} as students, ${asList(twins(scope, wanted))} as twins,
      ${asList(receipts(scope, wanted))} as receipts, ${asList(books(scope, wanted))} as books`);
}

/** The record whose paper has the code: the payment itself, also where a collection holds several. */
function receiptsByCode(scope: BranchScope, code: ReceiptCode): Promise<object[]> {
  const { resource, ending } = code;
  const { kind, table, resource: declared } = tableOf(resource);
  const amount = sql.ref(declared.cash?.field ?? 'paid_amount');
  return scope.all(sql<object>`
    select r.id::text, ${resource}::text as resource, coalesce(r.receipt_number, ${writtenCode(code)}) as title, s.name as detail,
      s.id::text as student, ${decimal(sql`r.${amount}`)} as amount, r.effective_date::text as day
    from ${scope.rows(table)} as r join ${scope.rows('student')} as s on s.id = r.student_id
    where right(r.id::text, ${sql.lit(ENDING_LENGTH)}) = ${ending} ${kind === undefined ? sql`` : sql`and kind = ${kind}`}
    limit ${limit}`);
}

/** Names that begin so in other letters. A separate statement, because a beginning costs many times a whole name. */
function findBegun(scope: BranchScope, { begun }: Wanted): Promise<StudentMatch[]> {
  return scope.all(withKeys(scope, begun));
}

const BETWEEN = ' · ';
const joined = (parts: readonly (string | null)[]) => parts.filter(Boolean).join(BETWEEN);

const SHOWN = ['name', 'code', 'phone'];

function alsoFound(match: StudentMatch, typed: string): string[] {
  return alsoFoundBy(resources.student, SHOWN, typed, (name) => match[name]).map(
    (name) => `${fieldOf(resources.student, name)?.label}: ${match[name]}`,
  );
}

const foundStudent = (match: StudentMatch, typed: string) => {
  const { id, name, code, phone, left_on, remaining } = match;
  return {
    id,
    resource: resources.student.name,
    title: name,
    detail: joined([code, phone, ...alsoFound(match, typed)]),
    left_on,
    remaining_amount: formatDecimal(BigInt(remaining)),
  };
};

const foundBook = ({ id, name, subject, level, stock }: BookMatch) => ({
  id,
  resource: resources.book.name,
  title: name,
  detail: joined([labelOf(subjects, subject), labelOf(levels, level)]),
  quantity: stock,
});

/** One row for each payment, and one for all payments of a collection, which have the same number. */
function foundReceipts(matches: readonly ReceiptMatch[]) {
  const papers = new Map<string, { readonly first: ReceiptMatch; readonly names: Set<string> }>();
  for (const match of matches) {
    const { resource, id } = receiptSubjectOf(match);
    const paper = `${resource}/${id}`;
    const known = papers.get(paper) ?? { first: match, names: new Set() };
    papers.set(paper, { ...known, names: known.names.add(match.name) });
  }
  return [...papers.values()].slice(0, SEARCH_LIMIT).map(({ first, names }) => ({
    ...receiptSubjectOf(first),
    title: first.receipt_number,
    detail: [...names].join(', '),
    student: first.student,
    amount: formatDecimal(BigInt(first.received ?? first.paid)),
    day: first.day,
  }));
}

async function twinsOf(
  scope: BranchScope,
  typed: string,
  { students, twins }: Pick<Matches, 'students' | 'twins'>,
  wanted: Wanted,
): Promise<readonly StudentMatch[]> {
  const whole = twinsAmong(typed, twins, false);
  const isBegun = whole.length === 0 && students.length === 0 && wanted.begun !== '';
  const meant = isBegun ? twinsAmong(typed, await findBegun(scope, wanted), true) : whole;
  return meant.slice(0, SEARCH_LIMIT - students.length);
}

/** Decision 61. Few students are followed by those whose name is written in other letters. */
export async function searchEverything(scope: BranchScope, q: unknown): Promise<object> {
  const text = parseSearch(q);
  const wanted = [...text].length < MIN_SEARCH_LENGTH ? undefined : wantedBy(scope, text);
  const found = wanted && (await findMatches(scope, wanted));
  const code = readReceiptCode(text);
  const coded =
    code && scope.sees(permissionFor(resourceOf(code.resource), 'read'))
      ? await receiptsByCode(scope, code)
      : [];
  const twins = wanted && found ? await twinsOf(scope, text, found, wanted) : [];
  const seen = <Row>(name: 'student' | 'book' | 'bus', rows: readonly Row[] | undefined) =>
    scope.sees(permissionFor(resources[name], 'read')) ? (rows ?? []) : [];
  return {
    students: seen('student', found && [...found.students, ...twins]).map((match) =>
      foundStudent(match, text),
    ),
    receipts: [...coded, ...foundReceipts(seen('bus', found?.receipts))].slice(0, SEARCH_LIMIT),
    books: seen('book', found?.books).map(foundBook),
  };
}
