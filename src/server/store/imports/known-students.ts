import { sql } from 'kysely';
import type { BranchScope } from '#server/store/branch-scope.ts';

/** Represents a student of the branch, as far as rows of a file are compared with it. */
export interface KnownStudent {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  /** The folded name without white space. */
  readonly compact_name: string;
  readonly phones: readonly (string | null)[];
}

/** Holds students by code and by compact name. */
export interface KnownStudents {
  readonly byCode: ReadonlyMap<string, KnownStudent>;
  readonly byName: ReadonlyMap<string, readonly KnownStudent[]>;
}

/** Reads the students of the branch with these codes or compact names. */
export async function readKnownStudents(
  scope: BranchScope,
  { codes = [], names }: { readonly codes?: readonly string[]; readonly names: readonly string[] },
): Promise<KnownStudents> {
  const found = await scope.all(sql<KnownStudent>`
    select id::text, code, name, compact_name, phones from (
      select id, code, name, regexp_replace(folded_name, '\\s+', '', 'g') as compact_name,
        array[phone, father_phone, mother_phone] as phones
      from ${scope.rows('student')} as own) as r
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
