-- Counts the changes of each record, so that a change or a delete can say which state it was made upon (decision 41).

do $$
declare
  name text;
begin
  foreach name in array array[
    'student', 'enrolment', 'book', 'book_order', 'book_payout', 'employee', 'salary', 'deduction', 'expense'] loop
    execute format('alter table %I add column version integer not null default 1', name);
  end loop;
end $$;

-- Raises the version when any column but the named ones changes. Generated columns are not computed yet in a BEFORE trigger, so they are
-- named too; they follow from others.
create function count_version() returns trigger language plpgsql as $$
begin
  if to_jsonb(old) - tg_argv <> to_jsonb(new) - tg_argv then
    new.version := old.version + 1;
  end if;
  return new;
end $$;

-- A student's count of records is no change of the student.
create trigger student_version before update on student
  for each row execute function count_version('version', 'effective_date', 'tallied', 'summary_version');
create trigger enrolment_version before update on enrolment
  for each row execute function count_version('version', 'effective_date', 'remaining', 'summary_version');
create trigger book_version before update on book
  for each row execute function count_version('version', 'effective_date', 'summary_version');
create trigger book_order_version before update on book_order
  for each row execute function count_version('version', 'effective_date', 'remaining');
create trigger book_payout_version before update on book_payout
  for each row execute function count_version('version', 'effective_date', 'price', 'remaining');
create trigger employee_version before update on employee
  for each row execute function count_version('version', 'effective_date', 'summary_version');
create trigger salary_version before update on salary
  for each row execute function count_version('version', 'effective_date', 'amount');
create trigger deduction_version before update on deduction
  for each row execute function count_version('version', 'effective_date');
create trigger expense_version before update on expense
  for each row execute function count_version('version', 'effective_date');

-- Counts the changes of what other records show of a record: names, phones, and what installments inherit. The entity tag of those
-- records contains the count, so that an unchanged record with a new name in it is not answered with 304.
alter table student add column summary_version integer not null default 0;
alter table book add column summary_version integer not null default 0;
alter table employee add column summary_version integer not null default 0;
alter table enrolment add column summary_version integer not null default 0;

create function count_summary_version() returns trigger language plpgsql as $$
begin
  new.summary_version := old.summary_version + 1;
  return new;
end $$;

create trigger student_summary_version before update of name, phone on student
  for each row when ((old.name, old.phone) is distinct from (new.name, new.phone)) execute function count_summary_version();
create trigger book_summary_version before update of name on book
  for each row when (old.name is distinct from new.name) execute function count_summary_version();
create trigger employee_summary_version before update of name, phone on employee
  for each row when ((old.name, old.phone) is distinct from (new.name, new.phone)) execute function count_summary_version();
create trigger enrolment_summary_version before update of level, stage, period, transportation_type on enrolment
  for each row when ((old.level, old.stage, old.period, old.transportation_type)
    is distinct from (new.level, new.stage, new.period, new.transportation_type)) execute function count_summary_version();
