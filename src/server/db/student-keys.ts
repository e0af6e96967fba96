import type pg from 'pg';
import type { Draft } from '#contract/define-resource.ts';
import { nameKeys } from '#contract/name-keys.ts';
import { foldForSearch } from '#contract/paging.ts';
import { phoneKeys } from '#contract/phones.ts';
import { student as declared, studentPhones } from '#contract/resources/student.ts';
import { ownSearchedText } from '#contract/search-text.ts';
import type { ByPhone } from '#contract/student-phones.ts';

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** The name in any letters (decision 117) and all phone numbers (decision 105), each with the branch in front. */
export function studentKeys(branchId: bigint, student: Draft) {
  const phones = new Set(studentPhones.flatMap((phone) => phoneKeys(textOf(student[phone]))));
  return {
    name_keys: nameKeys(foldForSearch(textOf(student.name)))
      .map((key) => `'${branchId}/${key}'`)
      .join(' '),
    phone_keys: [...phones].map((key) => `${branchId}/${key}`),
  };
}

/** Few enough that other writers of these students hardly wait. */
const COMPUTED_AT_ONCE = 500;

interface StoredStudent extends ByPhone<string | null> {
  readonly branch_id: string;
  readonly id: string;
  readonly name: string;
}

/**
 * With the searched text, after a change of the rules. Transactions of a few hundred students, while others read and write.
 * @returns how many students it computed
 */
export async function computeStudentKeys(client: pg.Client): Promise<number> {
  const searched = declared.search.map((name) => client.escapeIdentifier(name)).join(', ');
  let last = { branch_id: '0', id: '00000000-0000-0000-0000-000000000000' };
  for (let count = 0; ; ) {
    await client.query('begin');
    const { rows } = await client.query<StoredStudent>(
      `select branch_id::text, id::text, ${searched} from student
        where (branch_id, id) > ($1, $2) order by student.branch_id, student.id limit ${COMPUTED_AT_ONCE} for no key update`,
      [last.branch_id, last.id],
    );
    const computed = rows.map((row) => ({
      branch_id: row.branch_id,
      id: row.id,
      folded: ownSearchedText(declared, { ...row }),
      ...studentKeys(BigInt(row.branch_id), { ...row }),
    }));
    await client.query(
      `update student set folded = computed.folded, name_keys = computed.name_keys, phone_keys = computed.phone_keys
        from json_to_recordset($1) as computed(branch_id bigint, id uuid, folded text, name_keys tsvector, phone_keys text[])
        where student.branch_id = computed.branch_id and student.id = computed.id`,
      [JSON.stringify(computed)],
    );
    await client.query('commit');
    count += rows.length;
    const end = rows.at(-1);
    if (!end) return count;
    last = end;
  }
}
