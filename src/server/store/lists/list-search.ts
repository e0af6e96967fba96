import { type RawBuilder, sql } from 'kysely';
import type { BranchScope, ScopedTable } from '#server/store/branch-scope.ts';
import { type TableMapping, tableOf } from '#server/store/tables.ts';
import { ownSearchFields, trigramQuery, wordsOfSearch } from './search-text.ts';

/** The tables that grow so much that their pieces are indexed (migration 0007); the words of the others are looked for row by row. */
const indexed: ReadonlySet<ScopedTable> = new Set(['student', 'enrolment']);

/** A place where a list's search looks: the record itself, or the name of one that it refers to (`student_data.name` in the contract). */
interface Source {
  readonly facts: TableMapping;
  /** The column of `r` that refers to it; its own id for the record itself. */
  readonly reference: string;
  /** The alias of its rows. */
  readonly alias: string;
  /** The searched text. */
  readonly text: RawBuilder<unknown>;
  /** How it is joined to the record `r`; nothing for the record itself. */
  readonly joined: RawBuilder<unknown>;
}

function sourcesOf(scope: BranchScope, facts: TableMapping): Source[] {
  const { resource } = facts;
  const own: Source = { facts, reference: 'id', alias: 'r', text: sql`r.folded`, joined: sql`` };
  const references = resource.search.flatMap((path) => {
    const name = path.endsWith('_data.name') ? path.slice(0, -'_data.name'.length) : undefined;
    const target = name === undefined ? undefined : resource.fields[name]?.refersTo;
    if (name === undefined || target === undefined) return [];
    const alias = `its_${name}`;
    const joined = sql`join ${scope.rows(tableOf(target).table)} as ${sql.ref(alias)}
      on ${sql.ref(`${alias}.id`)} = r.${sql.ref(`${name}_id`)}`;
    return [
      {
        facts: tableOf(target),
        reference: `${name}_id`,
        alias,
        text: sql`${sql.ref(alias)}.folded_name`,
        joined,
      },
    ];
  });
  return ownSearchFields(resource.search).length === 0 ? references : [...references, own];
}

/**
 * What can be told of a source before any row of the list is looked at, that it has all of these words, or any of them: by the index of
 * pieces, or, for tables that stay small, by a look through the whole of them.
 */
function hasPieces(
  scope: BranchScope,
  { facts, alias, reference }: Source,
  words: readonly string[],
  between: '&' | '|',
) {
  if (!indexed.has(facts.table)) {
    if (alias === 'r') return sql`true`;
    const each = words.map((word) => sql`strpos(${sql.ref(alias)}.folded_name, ${word}) > 0`);
    const some = sql.join(each, between === '&' ? sql` and ` : sql` or `);
    return sql`r.${sql.ref(reference)} = any(array(
      select ${sql.ref(alias)}.id from ${scope.rows(facts.table)} as ${sql.ref(alias)} where ${some}))`;
  }
  const kind = facts.kind === undefined ? sql.lit('') : sql.ref(`${alias}.kind`);
  const asked = words
    .map((word) => trigramQuery(word, { branchId: scope.branchId, kind: facts.kind }))
    .join(between);
  const ofKind = facts.kind === undefined ? sql`` : sql`and ${sql.ref(`${alias}.kind`)} = ${facts.kind}`;
  return sql`search_pieces(${sql.ref(`${alias}.branch_id`)}, ${kind}, ${sql.ref(`${alias}.folded`)}) @@ ${asked}::tsquery ${ofKind}`;
}

function holds(sources: readonly Source[], words: readonly string[]): RawBuilder<unknown> {
  const each = words.map((word) => {
    const places = sources.map(({ text }) => sql`strpos(${text}, ${word}) > 0`);
    return sql`(${sql.join(places, sql` or `)})`;
  });
  return sql.join(each, sql` and `);
}

/** The ids of the records that a list's search finds by, which are of another table, and what is to be known of each. */
export interface ReferencedMatches {
  /** The column of the list's rows that refers to them. */
  readonly reference: string;
  /** Selects these columns of each, under the alias `of`. */
  readonly select: (columns: RawBuilder<unknown>) => RawBuilder<unknown>;
  /** The rows that are found otherwise. */
  readonly elsewhere: readonly SearchBranch[];
}

/** What a search finds first of all: students, where a list's rows are those of students. */
export function matchingStudents(
  scope: BranchScope,
  facts: TableMapping,
  search: string,
): ReferencedMatches | undefined {
  const words = wordsOfSearch(search);
  const [first] = sourcesOf(scope, facts);
  if (words.length === 0 || first?.facts.table !== 'student' || first.alias === 'r') return undefined;
  const of = { ...first, alias: 'of', text: sql`of.folded_name` };
  const where = sql`${hasPieces(scope, of, words, '&')} and ${holds([of], words)}`;
  return {
    reference: first.reference,
    select: (columns) => sql`select ${columns} from ${scope.rows('student')} as of where ${where}`,
    elsewhere: searchBranches(scope, facts, search).slice(1),
  };
}

/** A part of what a search finds: rows `r` with these joins under this condition. No row is in two parts. */
export interface SearchBranch {
  readonly joins: RawBuilder<unknown>;
  readonly where: RawBuilder<unknown>;
}

/**
 * Where the records stand that have every word of a search, in themselves or in what they refer to. The first source, in which most is
 * found, has them all; or another one has one of them, and the rest may stand anywhere.
 */
export function searchBranches(scope: BranchScope, facts: TableMapping, search: string): SearchBranch[] {
  const words = wordsOfSearch(search);
  const [first, ...others] = sourcesOf(scope, facts);
  if (words.length === 0 || !first) return [];
  const inFirst = {
    joins: first.joined,
    where: sql`${hasPieces(scope, first, words, '&')} and ${holds([first], words)}`,
  };
  const joins = sql.join(
    [first, ...others].map(({ joined }) => joined),
    sql` `,
  );
  const elsewhere = others.map((source, index) => {
    const anyWord = sql.join(
      words.map((word) => holds([source], [word])),
      sql` or `,
    );
    const before = others
      .slice(0, index)
      .flatMap((earlier) => words.map((word) => sql`not ${holds([earlier], [word])}`));
    const notYetFound = sql.join([sql`not (${holds([first], words)})`, ...before], sql` and `);
    return {
      joins,
      where: sql`${hasPieces(scope, source, words, '|')} and (${anyWord}) and ${holds([first, ...others], words)} and ${notYetFound}`,
    };
  });
  return [inFirst, ...elsewhere];
}
