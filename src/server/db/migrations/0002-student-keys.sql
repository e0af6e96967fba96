-- The server computes the keys of names and phones (src/server/db/student-keys.ts); null until it did.
alter table student add column name_keys tsvector, add column phone_keys text[];
create index student_name_keys on student using gin (name_keys);
create index student_phone_keys on student using gin (phone_keys);
create index student_without_keys on student (branch_id, id) where name_keys is null;

-- No change of the student: neither a version nor the undo of a merge depends on them.
drop trigger student_version on student;
create trigger student_version before update on student
  for each row execute function count_version('{effective_date,name_keys,phone_keys}', '{name,phone}');
create or replace function state_of_student(branch bigint, student_id bigint) returns text language sql stable as $$
  with part as (
    select 'student' as of, id, to_jsonb(it) as content from student it where branch_id = $1 and id = $2
    union all select 'enrolment', id, to_jsonb(it) from enrolment it where branch_id = $1 and it.student_id = $2
    union all select 'book_payout', id, to_jsonb(it) from book_payout it where branch_id = $1 and it.student_id = $2
    union all select 'reminder', id, to_jsonb(it) from reminder it where branch_id = $1 and it.student_id = $2
    union all select 'promise', id, to_jsonb(it) from promise it where branch_id = $1 and it.student_id = $2
    union all select 'family', other_id, to_jsonb(it) from family_pair it where branch_id = $1 and $2 in (it.student_id, other_id))
  select md5(string_agg(part.of || (content - '{version,summary_version,month_id,name_keys,phone_keys}'::text[])::text, ',' order by part.of, id, content))
  from part;
$$;
