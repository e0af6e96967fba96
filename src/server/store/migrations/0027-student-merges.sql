-- Two records of one student become one: everything moves to the student who stays (decision 106).

create table student_merge (
  branch_id bigint not null references branch,
  -- The student who is gone. The id is never given again, and stands for the one who stays in writes that still name it.
  merged_id bigint not null,
  student_id bigint not null,
  -- The rows of both before the merge, and what moved, to undo it.
  merged jsonb not null,
  kept jsonb not null,
  moved jsonb not null,
  -- What state_of_student was after it: while it is the same, nothing was written since.
  state text not null,
  merged_at timestamptz not null,
  merged_by bigint not null,
  primary key (branch_id, merged_id),
  constraint student_merge_student foreign key (branch_id, student_id) references student (branch_id, id) on delete cascade
);

create index student_merge_of_student on student_merge (branch_id, student_id);

-- Identifies what is stored of a student: the row, all records and the decisions about the family, without what only counts changes.
create function state_of_student(branch bigint, student_id bigint) returns text language sql stable as $$
  with part as (
    select 'student' as of, id, to_jsonb(it) as content from student it where branch_id = $1 and id = $2
    union all select 'enrolment', id, to_jsonb(it) from enrolment it where branch_id = $1 and it.student_id = $2
    union all select 'book_payout', id, to_jsonb(it) from book_payout it where branch_id = $1 and it.student_id = $2
    union all select 'family', other_id, to_jsonb(it) from family_pair it where branch_id = $1 and $2 in (it.student_id, other_id))
  select md5(string_agg(part.of || (content - '{version,summary_version,month_id,tallied}'::text[])::text, ',' order by part.of, id, content))
  from part;
$$;

-- Inserts a student again with its id and code. What is counted at it counts up when its records come back.
create function bring_back_student(stored jsonb) returns void language plpgsql as $$
declare
  columns text;
begin
  select string_agg(quote_ident(attname), ', ') into columns from pg_attribute
    where attrelid = 'student'::regclass and attnum > 0 and not attisdropped and attgenerated = '';
  execute format('insert into student (%1$s) overriding system value select %1$s from jsonb_populate_record(null::student, $1)', columns)
    using stored || '{"tallied": {}}';
end $$;

-- A write may name a student who was merged since: a device sends later what it stored offline. It waits for a merge that is under way.
create function resolve_student() returns trigger language plpgsql as $$
declare
  kept_id bigint;
begin
  perform from student where branch_id = new.branch_id and id = new.student_id for key share;
  if not found then
    select student_id into kept_id from student_merge where branch_id = new.branch_id and merged_id = new.student_id;
    if found then
      new.student_id := kept_id;
    end if;
  end if;
  return new;
end $$;

create trigger enrolment_student_resolved before insert or update of student_id on enrolment
  for each row execute function resolve_student();
create trigger book_payout_student_resolved before insert or update of student_id on book_payout
  for each row execute function resolve_student();
