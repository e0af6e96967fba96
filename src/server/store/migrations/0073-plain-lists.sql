-- Lists, months and the history are counted and summed when they are read (decision 138). No sum is kept for them any more.

-- Enrolments: what students owe is still kept here (migration 0032).
drop trigger enrolment_tally_update on enrolment;
drop trigger enrolment_student_moved on enrolment;
create or replace function count_enrolments() returns trigger language plpgsql as $$
declare
  one record;
begin
  for one in
    select own.branch_id, array_agg(distinct own.student_id order by own.student_id) as students
    from changed own where own.remaining > 0 group by own.branch_id order by own.branch_id
  loop
    perform recount_debts_of(one.branch_id, one.students);
  end loop;
  return null;
end $$;
drop function tally_enrolments();

drop trigger book_payout_student_counted on book_payout;
drop trigger book_payout_student_moved on book_payout;
drop function count_at_students();
drop function count_at_student(bigint, bigint, text, bigint);

drop trigger student_tally_insert on student;
drop trigger student_tally_delete on student;
drop function tally_students();
drop function tally_of_book() cascade;
drop function tally_of_book_order() cascade;
drop function tally_of_book_payout() cascade;
drop function tally_of_collection() cascade;
drop function tally_of_deduction() cascade;
drop function tally_of_employee() cascade;
drop function tally_of_expense() cascade;
drop function tally_of_plan() cascade;
drop function tally_of_promise() cascade;
drop function tally_of_reminder() cascade;
drop function tally_of_salary() cascade;
-- With it go the functions that return it, one for each kind of record, and add_to_tally().
drop type tally_entry cascade;
drop function tally_name(enrolment);
drop function tally_name(book_payout);
drop function owing_of(bigint);
drop function is_income(text);
drop table tally, tally_total, income_day;

drop trigger written_counted on history;
drop function count_history();
drop table history_count;

drop trigger student_version on student;
create trigger student_version before update on student
  for each row execute function count_version('version', 'effective_date', 'summary_version');
alter table student drop column tallied;
create or replace function bring_back_student(stored jsonb) returns void language plpgsql as $$
declare
  columns text;
begin
  select string_agg(quote_ident(attname), ', ') into columns from pg_attribute
    where attrelid = 'student'::regclass and attnum > 0 and not attisdropped and attgenerated = '';
  execute format('insert into student (%1$s) overriding system value select %1$s from jsonb_populate_record(null::student, $1)', columns)
    using stored;
end $$;
create or replace function state_of_student(branch bigint, student_id bigint) returns text language sql stable as $$
  with part as (
    select 'student' as of, id, to_jsonb(it) as content from student it where branch_id = $1 and id = $2
    union all select 'enrolment', id, to_jsonb(it) from enrolment it where branch_id = $1 and it.student_id = $2
    union all select 'book_payout', id, to_jsonb(it) from book_payout it where branch_id = $1 and it.student_id = $2
    union all select 'reminder', id, to_jsonb(it) from reminder it where branch_id = $1 and it.student_id = $2
    union all select 'promise', id, to_jsonb(it) from promise it where branch_id = $1 and it.student_id = $2
    union all select 'family', other_id, to_jsonb(it) from family_pair it where branch_id = $1 and $2 in (it.student_id, other_id))
  select md5(string_agg(part.of || (content - '{version,summary_version,month_id}'::text[])::text, ',' order by part.of, id, content))
  from part;
$$;

-- What a list or a month counts and sums is in the index that finds it.
drop index enrolment_of_month;
create index enrolment_of_month on enrolment (branch_id, month_id, kind, effective_date desc, id desc)
  include (related_id, price, paid_amount, remaining);
drop index book_payout_of_month;
create index book_payout_of_month on book_payout (branch_id, month_id, effective_date desc, id desc)
  include (related_id, price, paid_amount, remaining);
drop index book_payout_newest;
create index book_payout_newest on book_payout (branch_id, effective_date desc, id desc)
  include (related_id, price, paid_amount, remaining);
drop index history_of_user;
create index history_of_user on history (branch_id, user_id, id desc) include (resource);
