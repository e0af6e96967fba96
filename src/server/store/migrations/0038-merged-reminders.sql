-- Reminders and promises move with the student whom they are about, like records (decisions 106 and 108).

create or replace function state_of_student(branch bigint, student_id bigint) returns text language sql stable as $$
  with part as (
    select 'student' as of, id, to_jsonb(it) as content from student it where branch_id = $1 and id = $2
    union all select 'enrolment', id, to_jsonb(it) from enrolment it where branch_id = $1 and it.student_id = $2
    union all select 'book_payout', id, to_jsonb(it) from book_payout it where branch_id = $1 and it.student_id = $2
    union all select 'reminder', id, to_jsonb(it) from reminder it where branch_id = $1 and it.student_id = $2
    union all select 'promise', id, to_jsonb(it) from promise it where branch_id = $1 and it.student_id = $2
    union all select 'family', other_id, to_jsonb(it) from family_pair it where branch_id = $1 and $2 in (it.student_id, other_id))
  select md5(string_agg(part.of || (content - '{version,summary_version,month_id,tallied}'::text[])::text, ',' order by part.of, id, content))
  from part;
$$;

create trigger reminder_student_resolved before insert or update of student_id on reminder
  for each row execute function resolve_student();
create trigger promise_student_resolved before insert or update of student_id on promise
  for each row execute function resolve_student();
