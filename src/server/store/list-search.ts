import { type RawBuilder, sql } from 'kysely';
import type { BranchScope, ScopedTable } from './branch-scope.ts';
import { ownSearch, piecesOf, wordsOfSearch } from './search-text.ts';
import { type TableFacts, tableOf } from './tables.ts';

/** The tables that grow so much that their pieces are indexed (migration 0007); the words of the others are looked for row by row. */
const indexed: ReadonlySet<ScopedTable> = new Set(['student', 'enrolment']);

/** A place where a list's search looks: the record itself, or the name of one that it refers to (`student_data.name` in the contract). */
interface Source {
  readonly facts: TableFacts;
  /** The alias of its rows. */
  readonly alias: string;
  /** The searched text. */
  readonly text: RawBuilder<unknown>;
  /** How it is joined to the record `r`; nothing for the record itself. */
  readonly joined: RawBuilder<unknown>;
}

function sourcesOf(scope: BranchScope, facts: TableFacts): Source[] {
  const { resource } = facts;
  const own: Source = { facts, alias: 'r', text: sql`r.folded`, joined: sql`` };
  const references = resource.search.flatMap((path) => {
    const name = path.endsWith('_data.name') ? path.slice(0, -'_data.name'.length) : undefined;
    const target = name === undefined ? undefined : resource.fields[name]?.refersTo;
    if (name === undefined || target === undefined) return [];
    const alias = `its_${name}`;
    const joined = sql`join ${scope.rows(tableOf(target).table)} as ${sql.ref(alias)}
      on ${sql.ref(`${alias}.id`)} = r.${sql.ref(`${name}_id`)}`;
    return [{ facts: tableOf(target), alias, text: sql`${sql.ref(alias)}.folded_name`, joined }];
  });
  return ownSearch(resource.search).length === 0 ? references : [...references, own];
}

/** What the index can tell of a source: that it has all of these words, or any of them. */
function hasPieces(
  scope: BranchScope,
  { facts, alias }: Source,
  words: readonly string[],
  between: '&' | '|',
) {
  if (!indexed.has(facts.table)) return sql`true`;
  const kind = facts.kind === undefined ? sql.lit('') : sql.ref(`${alias}.kind`);
  const asked = words
    .map((word) => piecesOf(word, { branchId: scope.branchId, kind: facts.kind }))
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

/** A part of what a search finds: rows `r` with these joins under this condition. No row is in two parts. */
export interface FoundPart {
  readonly joins: RawBuilder<unknown>;
  readonly where: RawBuilder<unknown>;
}

/**
 * Where the records stand that have every word of a search, in themselves or in what they refer to. The first source, in which most is
 * found, has them all; or another one has one of them, and the rest may stand anywhere.
 */
export function partsFoundBy(scope: BranchScope, facts: TableFacts, search: string): FoundPart[] {
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
