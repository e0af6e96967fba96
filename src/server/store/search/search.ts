import { labelOf, levels, subjects } from '#contract/choices.ts';
import { formatDecimal } from '#contract/money.ts';
import { twinsAmong } from '#contract/name-twins.ts';
import { permissionFor } from '#contract/record-permissions.ts';
import { COLLECTION } from '#contract/resource-names.ts';
import { resources } from '#contract/resources/registry.ts';
import { SEARCH_LIMIT } from '#contract/search.ts';
import type { BranchScope } from '#server/store/branch-scope.ts';
import { parseSearch, type Wanted, wantedBy } from './search-query.ts';
import {
  type BookMatch,
  findBegun,
  findMatches,
  type Matches,
  type ReceiptMatch,
  type StudentMatch,
} from './search-statement.ts';

const BETWEEN = ' · ';
const joined = (parts: readonly (string | null)[]) => parts.filter(Boolean).join(BETWEEN);

const foundStudent = ({ id, name, code, phone, remaining }: StudentMatch) => ({
  id,
  resource: resources.student.name,
  title: name,
  detail: joined([code, phone]),
  remaining_amount: formatDecimal(BigInt(remaining)),
});

const foundBook = ({ id, name, subject, level, stock }: BookMatch) => ({
  id,
  resource: resources.book.name,
  title: name,
  detail: joined([labelOf(subjects, subject), labelOf(levels, level)]),
  quantity: stock,
});

/** Returns one row for each payment, and one for all payments of a collection, which carry the same number. */
function foundReceipts(matches: readonly ReceiptMatch[]) {
  const papers = new Map<string, { readonly first: ReceiptMatch; readonly names: Set<string> }>();
  for (const match of matches) {
    const paper =
      match.collection === null ? `${match.resource}/${match.id}` : `${COLLECTION}/${match.collection}`;
    const known = papers.get(paper) ?? { first: match, names: new Set() };
    papers.set(paper, { ...known, names: known.names.add(match.name) });
  }
  return [...papers.values()].slice(0, SEARCH_LIMIT).map(({ first, names }) => ({
    id: first.collection ?? first.id,
    resource: first.collection === null ? first.resource : COLLECTION,
    title: first.receipt_number,
    detail: [...names].join(', '),
    student: first.student,
    amount: formatDecimal(BigInt(first.received ?? first.paid)),
    day: first.day,
  }));
}

/** Returns the students who are meant by a name in other letters, the best first (decision 117). */
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

/**
 * Finds students, receipts and books, at most eight of each (decision 61). A student is found by name, code or phone number in any
 * writing, a receipt by its number, a book by its name. Few students are followed by those who are written so in other letters.
 * @throws {HttpError} 400 at `q`
 */
export async function searchEverything(scope: BranchScope, q: unknown): Promise<object> {
  const text = parseSearch(q);
  const wanted = wantedBy(scope, text);
  const found = wanted && (await findMatches(scope, wanted));
  const twins = wanted && found ? await twinsOf(scope, text, found, wanted) : [];
  const seen = <Row>(name: 'student' | 'book' | 'bus', rows: readonly Row[] | undefined) =>
    scope.sees(permissionFor(resources[name], 'read')) ? (rows ?? []) : [];
  return {
    students: seen('student', found && [...found.students, ...twins]).map(foundStudent),
    receipts: foundReceipts(seen('bus', found?.receipts)),
    books: seen('book', found?.books).map(foundBook),
  };
}
