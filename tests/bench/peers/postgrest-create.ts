import { courseAsJson, statements } from './bare-sql.ts';

/** Writes names of PL/pgSQL in the places of the values of a statement. */
function withNames(text: string, names: readonly string[]): string {
  return text.replace(/\$(\d+)/g, (place, number) => names[Number(number) - 1] ?? place);
}

const field = (name: string) => `(draft ->> '${name}')`;
const piastres = (name: string) => `(${field(name)}::numeric * 100)::bigint`;

const course = withNames(courseAsJson, [
  'own_branch',
  `${field('student')}::bigint`,
  field('receipt_number'),
  field('level'),
  field('period'),
  field('transportation_type'),
  piastres('price'),
  piastres('paid_amount'),
  `nullif(${field('custom_date')}, '')::date`,
  `nullif(${field('notes')}, '')`,
  `lower(${field('receipt_number')})`,
  'own_month',
  'now()',
  'author',
]);
const history = withNames(statements.insertHistory.text, [
  'own_branch',
  'now()',
  'author',
  'own_id',
  'own_title',
  'own_month',
  'own_answer',
]);
const answerOfKey = withNames(statements.insertKey.text, [
  'own_branch',
  'asked',
  'author',
  "encode(sha256(convert_to(draft::text, 'UTF8')), 'hex')",
  'own_answer',
]);

/**
 * Makes the function that PostgREST calls to create a course with all that ours stores: it claims the key, holds the running month, inserts
 * the course, writes history and keeps the answer, with the statements of the server that is written by hand.
 */
export const createFunction = `create or replace function bench_create(asked uuid, draft json) returns json language plpgsql as $$
  declare
    own_branch constant bigint := 1;
    author constant bigint := 1;
    own_month bigint;
    own_id bigint;
    own_title text;
    own_answer json;
    is_held boolean;
  begin
    perform set_config('branch_desk.key', asked::text, true);
    select stored.ordinality is not null and stored.status is null into is_held
      from current_generation() own left join hold_key(own_branch, asked) with ordinality stored on true;
    if not is_held then
      raise exception 'The key is in use or was used';
    end if;
    own_month := (select id from share_running_month(own_branch));
    ${course} into own_answer, own_id, own_title;
    ${history};
    ${answerOfKey};
    return own_answer;
  end $$`;
