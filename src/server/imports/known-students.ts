import { sql } from 'kysely';
import { phoneKeys } from '#contract/phones.ts';
import type { BranchScope } from '#server/db/branch-scope.ts';
import { phoneColumns } from '#server/db/columns.ts';

export interface KnownStudent {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly compact_name: string;
  readonly phones: readonly (string | null)[];
}

export async function readKnownStudents(
  scope: BranchScope,
  { codes = [], names }: { readonly codes?: readonly string[]; readonly names: readonly string[] },
) {
  const found = await scope.all(sql<KnownStudent>`
    select id::text, code, name, compact_name, phones from (
      select id, code, name, regexp_replace(folded_name, '\\s+', '', 'g') as compact_name,
        array[${phoneColumns('student')}] as phones
      from ${scope.rows('student')} as student) as r
    where code = any(${[...new Set(codes)]}::text[]) or compact_name = any(${[...new Set(names)]}::text[])
    order by id`);
  const byName = new Map<string, KnownStudent[]>();
  for (const student of found) {
    const namesakes = byName.get(student.compact_name);
    if (namesakes) namesakes.push(student);
    else byName.set(student.compact_name, [student]);
  }
  return { byCode: new Map(found.map((student) => [student.code, student])), byName };
}

export type KnownStudents = Awaited<ReturnType<typeof readKnownStudents>>;

interface Ranked<T> {
  readonly rank: number;
  readonly value: T;
}

interface Namesakes<T> {
  readonly first: Ranked<T>;
  withoutNumber: Ranked<T> | undefined;
  readonly byNumber: Map<string, Ranked<T>>;
}

/** Namesakes who share a number, or one has none. A look-up takes as long among many as among few. */
export class LikelyTwins<T> {
  readonly #byName = new Map<string, Namesakes<T>>();
  #count = 0;

  add(name: string, numbers: ReadonlySet<string>, value: T): void {
    const ranked = { rank: this.#count++, value };
    const found = this.#byName.get(name);
    const namesakes = found ?? { first: ranked, withoutNumber: undefined, byNumber: new Map() };
    if (!found) this.#byName.set(name, namesakes);
    if (numbers.size === 0) namesakes.withoutNumber ??= ranked;
    for (const number of numbers) if (!namesakes.byNumber.has(number)) namesakes.byNumber.set(number, ranked);
  }

  find(name: string, numbers: ReadonlySet<string>): T | undefined {
    const namesakes = this.#byName.get(name);
    if (!namesakes) return undefined;
    if (numbers.size === 0) return namesakes.first.value;
    let earliest = namesakes.withoutNumber;
    for (const number of numbers) {
      const other = namesakes.byNumber.get(number);
      if (other && (!earliest || other.rank < earliest.rank)) earliest = other;
    }
    return earliest?.value;
  }
}

export const keysOf = (phones: readonly (string | null | undefined)[]) => new Set(phones.flatMap(phoneKeys));
