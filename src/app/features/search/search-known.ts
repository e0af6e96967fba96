import { textAt, textOf } from '#app/fields/field-control.ts';
import { matchingRecords } from '#app/fields/reference-options.ts';
import { twinsBeside } from '#app/fields/twin-records.ts';
import type { KnownRecords, ListedRecord } from '#app/reads/with-pending.ts';
import { collectionResources } from '#contract/collections.ts';
import type { Resource } from '#contract/define-resource.ts';
import { type Piastres, readPiastres } from '#contract/money.ts';
import { foldForSearch } from '#contract/paging.ts';
import { codedResources, endingOf, readReceiptCode } from '#contract/receipt-code.ts';
import { resourceOf, resources } from '#contract/resources/registry.ts';
import { MIN_SEARCH_LENGTH, SEARCH_LIMIT } from '#contract/search.ts';
import { containsWord, searchedText, wordsOfSearch } from '#contract/search-text.ts';
import { type Hits, knownBook, knownReceipt, knownStudent } from './hits.ts';

export const searchedResources: readonly Resource[] = [
  resources.student,
  resources.book,
  ...codedResources.map(resourceOf),
];

export type Known = ReadonlyMap<Resource, KnownRecords>;

const NONE: Hits = { students: [], receipts: [], books: [] };

const listed = (known: Known, resource: Resource): readonly ListedRecord[] => {
  const { created = [], fromServer = [] } = known.get(resource) ?? {};
  return [...created, ...fromServer].filter(({ pending }) => pending?.kind !== 'delete');
};

function debtsByStudent(known: Known): ReadonlyMap<string, Piastres> {
  const debts = new Map<string, Piastres>();
  for (const name of collectionResources) {
    for (const { record } of listed(known, resourceOf(name))) {
      const remaining = record.is_installment === true ? undefined : readPiastres(record.remaining_amount);
      const student = textOf(record.student);
      if (remaining !== undefined) debts.set(student, (debts.get(student) ?? 0n) + remaining);
    }
  }
  return debts;
}

function best<Row>(rows: readonly Row[], placeOf: (row: Row) => number): readonly Row[] {
  return [...rows].sort((one, other) => placeOf(one) - placeOf(other)).slice(0, SEARCH_LIMIT);
}

function students(known: Known, typed: string, folded: string) {
  const words = wordsOfSearch(resources.student, typed);
  const { fields, search } = resources.student;
  const found = listed(known, resources.student).filter(({ record }) => {
    const text = searchedText({ fields }, search, (path) => textAt(record, path));
    return words.every((word) => containsWord(text, word));
  });
  const debts = debtsByStudent(known);
  const place = ({ record }: ListedRecord) => {
    if (textOf(record.code).toLowerCase() === folded) return 0;
    const name = foldForSearch(textOf(record.name));
    if (name.startsWith(folded)) return 1;
    return words.every((word) => name.includes(word)) ? 2 : 3;
  };
  const rows = best(found, place);
  // Only if few were found.
  const twins =
    found.length < SEARCH_LIMIT
      ? twinsBeside(resources.student, listed(known, resources.student), typed, found)
      : [];
  return [...rows, ...twins]
    .slice(0, SEARCH_LIMIT)
    .map(({ record, pending }) =>
      knownStudent(record, debts.get(record.id), { pending: pending !== undefined, typed }),
    );
}

function receipts(known: Known, folded: string) {
  const coded = readReceiptCode(folded);
  const found = codedResources.flatMap((resource) =>
    listed(known, resourceOf(resource)).flatMap(({ record, pending }) => {
      if (coded?.resource === resource && coded.ending === endingOf(record.id))
        return [{ resource, record, pending, number: folded }];
      // The server finds a refund by its code alone.
      if (resourceOf(resource).givesBack) return [];
      const number = foldForSearch(textOf(record.receipt_number));
      return number.includes(folded) ? [{ resource, record, pending, number }] : [];
    }),
  );
  const place = ({ number }: { number: string }) =>
    number === folded ? 0 : number.startsWith(folded) ? 1 : 2;
  return best(found, place).map(({ resource, record, pending }) =>
    knownReceipt(resource, record, pending !== undefined),
  );
}

/** Follows the server's rules (decision 61). A receipt that covers several records is one row for each of them. */
export function searchKnown(known: Known, typed: string): Hits {
  const folded = foldForSearch(typed).trim().replace(/\s+/g, ' ');
  if ([...folded].length < MIN_SEARCH_LENGTH) return NONE;
  const books = listed(known, resources.book);
  const found = new Set(
    matchingRecords(
      resources.book,
      books.map(({ record }) => record),
      typed,
    ),
  );
  return {
    students: students(known, typed, folded),
    receipts: receipts(known, folded),
    books: best(
      books.filter(({ record }) => found.has(record)),
      ({ record }) => (foldForSearch(textOf(record.name)).startsWith(folded) ? 0 : 1),
    ).map(({ record, pending }) => knownBook(record, pending !== undefined)),
  };
}

export function withKnown(answer: Hits, deviceHits: Hits): Hits {
  const merged = (name: keyof Hits) => {
    const ids = new Set(answer[name].map(({ id }) => id));
    return [...deviceHits[name].filter(({ id }) => !ids.has(id)), ...answer[name]].slice(0, SEARCH_LIMIT);
  };
  return { students: merged('students'), receipts: merged('receipts'), books: merged('books') };
}
