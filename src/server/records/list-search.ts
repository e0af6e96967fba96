import { type RawBuilder, sql } from 'kysely';
import type { Draft, Resource } from '#contract/define-resource.ts';
import { foldForSearch } from '#contract/paging.ts';
import {
  isShortNumber,
  ownSearchedText,
  ownSearchFields,
  PHONE_MARK,
  wordsOfSearch,
} from '#contract/search-text.ts';
import type { BranchScope, ScopedTable } from '#server/db/branch-scope.ts';
import { type TableMapping, tableOf } from '#server/db/tables.ts';

const TRIGRAM_LENGTH = 3;

function quoteLexeme(lexeme: string): string {
  return `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

/** A tsquery on `search_pieces()`. Its matches are candidates only: their trigrams need not be adjacent. */
export function trigramQuery(
  word: string,
  scope: { readonly branchId: bigint; readonly kind?: string },
): string {
  const prefix = `${scope.branchId}/${scope.kind ?? ''}/`;
  const letters = [...word];
  if (letters.length < TRIGRAM_LENGTH) return `${quoteLexeme(prefix + word)}:*`;
  const trigrams = letters
    .slice(TRIGRAM_LENGTH - 1)
    .map((_, start) => letters.slice(start, start + TRIGRAM_LENGTH).join(''));
  return `(${[...new Set(trigrams)].map((trigram) => quoteLexeme(prefix + trigram)).join(' & ')})`;
}

/** The record's own searched fields. Names of references are searched in their own table. */
export function searchColumns(resource: Resource, record: Draft): Record<string, unknown> {
  const hasOwn = ownSearchFields(resource.search).length > 0;
  return hasOwn ? { folded: ownSearchedText(resource, record) } : {};
}

export function nameColumns({ name }: Draft): Record<string, unknown> {
  return { folded_name: typeof name === 'string' ? foldForSearch(name) : '' };
}

const tablesWithTrigramIndex: ReadonlySet<ScopedTable> = new Set(['student', 'enrolment', 'book_payout']);

interface SearchSource {
  readonly mapping: TableMapping;
  readonly referenceColumn: string;
  readonly alias: string;
  readonly searchedText: RawBuilder<unknown>;
  readonly join: RawBuilder<unknown>;
}

function searchSourcesOf(scope: BranchScope, mapping: TableMapping): SearchSource[] {
  const { resource } = mapping;
  const recordText: SearchSource = {
    mapping,
    referenceColumn: 'id',
    alias: 'r',
    searchedText: sql`r.folded`,
    join: sql``,
  };
  const references = resource.search.flatMap((path) => {
    const name = path.endsWith('_data.name') ? path.slice(0, -'_data.name'.length) : undefined;
    const target = name === undefined ? undefined : resource.fields[name]?.refersTo;
    if (name === undefined || target === undefined) return [];
    const alias = `its_${name}`;
    const join = sql`join ${scope.rows(tableOf(target).table)} as ${sql.ref(alias)}
      on ${sql.ref(`${alias}.id`)} = r.${sql.ref(`${name}_id`)}`;
    return [
      {
        mapping: tableOf(target),
        referenceColumn: `${name}_id`,
        alias,
        searchedText: sql`${sql.ref(alias)}.folded_name`,
        join,
      },
    ];
  });
  return ownSearchFields(resource.search).length === 0 ? references : [...references, recordText];
}

/** Preselects rows by the trigram index, or in small tables by a scan; they still need `containsAllWords`. */
function candidateCondition(
  scope: BranchScope,
  { mapping, alias, referenceColumn }: SearchSource,
  words: readonly string[],
  operator: '&' | '|',
) {
  if (!tablesWithTrigramIndex.has(mapping.table)) {
    if (alias === 'r') return sql`true`;
    const wordConditions = words.map((word) => sql`strpos(${sql.ref(alias)}.folded_name, ${word}) > 0`);
    const condition = sql.join(wordConditions, operator === '&' ? sql` and ` : sql` or `);
    return sql`r.${sql.ref(referenceColumn)} = any(array(
      select ${sql.ref(alias)}.id from ${scope.rows(mapping.table)} as ${sql.ref(alias)} where ${condition}))`;
  }
  const kindColumn = mapping.kind === undefined ? sql.lit('') : sql.ref(`${alias}.kind`);
  const tsquery = words
    .map((word) => trigramQuery(word, { branchId: scope.branchId, kind: mapping.kind }))
    .join(operator);
  const kindCondition =
    mapping.kind === undefined ? sql`` : sql`and ${sql.ref(`${alias}.kind`)} = ${mapping.kind}`;
  return sql`search_pieces(${sql.ref(`${alias}.branch_id`)}, ${kindColumn}, ${sql.ref(`${alias}.folded`)}) @@ ${tsquery}::tsquery ${kindCondition}`;
}

/** Same rule as `containsWord` of the contract. */
function containsWord(text: RawBuilder<unknown>, word: string): RawBuilder<unknown> {
  const anywhere = (part: RawBuilder<unknown>, sought: string) => sql`strpos(${part}, ${sought}) > 0`;
  if (!isShortNumber(word)) return anywhere(text, word);
  const beforePhones = sql`split_part(${text}, ${PHONE_MARK}, 1)`;
  return sql`(${anywhere(beforePhones, word)} or ${anywhere(text, PHONE_MARK + word)})`;
}

function containsAllWords(sources: readonly SearchSource[], words: readonly string[]): RawBuilder<unknown> {
  const wordConditions = words.map((word) => {
    const occurrences = sources.map(({ searchedText }) => containsWord(searchedText, word));
    return sql`(${sql.join(occurrences, sql` or `)})`;
  });
  return sql.join(wordConditions, sql` and `);
}

/** Where a search finds the student of `r`, if it does. */
export const studentSource = (scope: BranchScope, mapping: TableMapping): SearchSource | undefined =>
  searchSourcesOf(scope, mapping).find((source) => source.mapping.table === 'student');

export interface Search {
  readonly search: string;
  readonly twins: readonly string[];
}

/**
 * Splits a search into disjoint branches, each of which can use an index. The first matches rows whose first source, which has most
 * matches, contains all words. Every other source has a branch for rows in which it contains at least one word. The last one matches the
 * rows of students whose name is the searched one in other letters.
 */
export function searchBranches(scope: BranchScope, mapping: TableMapping, { search, twins }: Search) {
  const words = wordsOfSearch(mapping.resource, search);
  const [first, ...others] = searchSourcesOf(scope, mapping);
  if (words.length === 0 || !first) return [];
  const firstBranch = {
    joins: first.join,
    where: sql`${candidateCondition(scope, first, words, '&')} and ${containsAllWords([first], words)}`,
  };
  const allJoins = sql.join(
    [first, ...others].map(({ join }) => join),
    sql` `,
  );
  const otherBranches = others.map((source, index) => {
    const containsAnyWord = sql.join(
      words.map((word) => containsAllWords([source], [word])),
      sql` or `,
    );
    const noWordInEarlierSources = others
      .slice(0, index)
      .flatMap((earlier) => words.map((word) => sql`not ${containsAllWords([earlier], [word])}`));
    const notInEarlierBranches = sql.join(
      [sql`not (${containsAllWords([first], words)})`, ...noWordInEarlierSources],
      sql` and `,
    );
    return {
      joins: allJoins,
      where: sql`${candidateCondition(scope, source, words, '|')} and (${containsAnyWord}) and ${containsAllWords([first, ...others], words)} and ${notInEarlierBranches}`,
    };
  });
  const student = studentSource(scope, mapping);
  if (!student || twins.length === 0) return [firstBranch, ...otherBranches];
  const ofTwins = {
    joins: allJoins,
    // Both sides of the join, or all students are read for it.
    where: sql`r.${sql.ref(student.referenceColumn)} = any(${twins}::uuid[])
      and ${sql.ref(`${student.alias}.id`)} = any(${twins}::uuid[])
      and (${containsAllWords([first, ...others], words)}) is not true`,
  };
  return [firstBranch, ...otherBranches, ofTwins];
}
