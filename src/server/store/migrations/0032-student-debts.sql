-- What each student owes, kept in the same transaction as each write, so that a page of debts costs the same however many payments there
-- are (decision 107). One row for each student and part: '' is everything, then each kind of debt, and each kind with a level.
create table student_debt (
  branch_id bigint not null references branch,
  student_id bigint not null,
  -- '', 'bus', 'adult-course', 'adult-course/3', 'book-payout'.
  part text not null,
  -- How many debts are open.
  debts bigint not null,
  -- Piastres.
  remaining bigint not null check (remaining > 0),
  -- The earliest day from which one of them is owed.
  oldest date not null,
  -- The student's name as searches compare it, for the order by name.
  folded_name text not null,
  primary key (branch_id, student_id, part),
  constraint student_debt_student foreign key (branch_id, student_id) references student (branch_id, id) on delete cascade
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);

create index student_debt_largest on student_debt (branch_id, part, remaining desc, student_id) include (oldest);
create index student_debt_oldest on student_debt (branch_id, part, oldest, student_id) include (remaining);
create index student_debt_by_name on student_debt (branch_id, part, folded_name, student_id);

-- How many students owe since a day, and how much: once by day, for the ages, and once in all. The shards are those of the tally.
create table debt_day (
  branch_id bigint not null references branch,
  part text not null,
  day date not null,
  shard smallint not null,
  students bigint not null,
  -- Piastres.
  remaining bigint not null,
  primary key (branch_id, part, day, shard)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);
create table debt_total (
  branch_id bigint not null references branch,
  part text not null,
  shard smallint not null,
  students bigint not null,
  remaining bigint not null,
  primary key (branch_id, part, shard)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);

create function add_to_debts(entries student_debt[], sign bigint[]) returns void language plpgsql as $$
begin
  -- The sum in all first: it lets the writers of one shard pass one by one, so that none waits crosswise.
  insert into debt_total as kept (branch_id, part, shard, students, remaining)
  select (it.entry).branch_id, (it.entry).part, pg_backend_pid() % 16, sum(it.sign), sum(it.sign * (it.entry).remaining)
  from (select unnest(entries) as entry, unnest(add_to_debts.sign) as sign) as it
  group by 1, 2 having sum(it.sign) <> 0 or sum(it.sign * (it.entry).remaining) <> 0 order by 1, 2
  on conflict (branch_id, part, shard) do update
    set students = kept.students + excluded.students, remaining = kept.remaining + excluded.remaining;
  insert into debt_day as kept (branch_id, part, day, shard, students, remaining)
  select (it.entry).branch_id, (it.entry).part, (it.entry).oldest, pg_backend_pid() % 16, sum(it.sign), sum(it.sign * (it.entry).remaining)
  from (select unnest(entries) as entry, unnest(add_to_debts.sign) as sign) as it
  group by 1, 2, 3 having sum(it.sign) <> 0 or sum(it.sign * (it.entry).remaining) <> 0 order by 1, 2, 3
  on conflict (branch_id, part, day, shard) do update
    set students = kept.students + excluded.students, remaining = kept.remaining + excluded.remaining;
end $$;

create function count_student_debts() returns trigger language plpgsql as $$
declare
  entries student_debt[] := '{}';
  signs bigint[] := '{}';
begin
  if tg_op <> 'INSERT' then
    entries := entries || array(select it::student_debt from removed it);
    signs := signs || array_fill(-1::bigint, array[cardinality(entries)]);
  end if;
  if tg_op <> 'DELETE' then
    entries := entries || array(select it::student_debt from added it);
    signs := signs || array_fill(1::bigint, array[cardinality(entries) - cardinality(signs)]);
  end if;
  if cardinality(entries) > 0 then
    perform add_to_debts(entries, signs);
  end if;
  return null;
end $$;
create trigger student_debt_counted_insert after insert on student_debt
  referencing new table as added for each statement execute function count_student_debts();
create trigger student_debt_counted_update after update on student_debt
  referencing old table as removed new table as added for each statement execute function count_student_debts();
create trigger student_debt_counted_delete after delete on student_debt
  referencing old table as removed for each statement execute function count_student_debts();

-- The day from which an enrolment is owed.
create function owed_since(it enrolment) returns date language sql stable as 'select it.effective_date';

-- The parts under which a debt is kept.
create function debt_parts(kind text, level text) returns text[] language sql immutable as
  $$ select array_remove(array['', kind, kind || '/' || level], null) $$;

create function debts_of_student(branch bigint, student bigint)
returns table (part text, debts bigint, remaining bigint, oldest date) language sql stable as $$
  select one.part, count(*), sum(debt.remaining)::bigint, min(debt.since)
  from (
    select it.kind, it.level, it.remaining, public.owed_since(it) as since from public.enrolment it
      where it.branch_id = branch and it.student_id = student and it.remaining > 0
    union all
    select 'book-payout', null, it.remaining, it.effective_date from public.book_payout it
      where it.branch_id = branch and it.student_id = student and it.remaining > 0) as debt
  cross join lateral unnest(public.debt_parts(debt.kind, debt.level)) as one(part)
  group by one.part
$$;

-- Holds the student while it counts, so that of two writers the later one sees what the earlier one wrote. Writers hold the debt before
-- its student.
create function recount_debts(branch bigint, student bigint) returns void language plpgsql as $$
declare
  name text;
begin
  select it.folded_name into name from student it where it.branch_id = branch and it.id = student for no key update;
  delete from student_debt kept where kept.branch_id = branch and kept.student_id = student
    and kept.part not in (select part from debts_of_student(branch, student));
  insert into student_debt as kept (branch_id, student_id, part, debts, remaining, oldest, folded_name)
  select branch, student, now.part, now.debts, now.remaining, now.oldest, name
  from debts_of_student(branch, student) as now order by now.part
  on conflict (branch_id, student_id, part) do update
    set debts = excluded.debts, remaining = excluded.remaining, oldest = excluded.oldest
    where (kept.debts, kept.remaining, kept.oldest) is distinct from (excluded.debts, excluded.remaining, excluded.oldest);
end $$;

create function debt_changed() returns trigger language plpgsql as $$
begin
  -- Of two students the older one is held first, whichever way a record moves.
  if tg_op = 'UPDATE' and new.student_id <> old.student_id then
    perform recount_debts(new.branch_id, least(old.student_id, new.student_id));
    perform recount_debts(new.branch_id, greatest(old.student_id, new.student_id));
  elsif tg_op = 'DELETE' then
    perform recount_debts(old.branch_id, old.student_id);
  else
    perform recount_debts(new.branch_id, new.student_id);
  end if;
  return null;
end $$;

create trigger enrolment_debt_insert after insert on enrolment
  for each row when (new.remaining > 0) execute function debt_changed();
create trigger enrolment_debt_update after update on enrolment
  for each row when (new.related_id is null and (old.remaining, old.student_id, old.level, old.effective_date)
    is distinct from (new.remaining, new.student_id, new.level, new.effective_date)) execute function debt_changed();
create trigger enrolment_debt_delete after delete on enrolment
  for each row when (old.remaining > 0) execute function debt_changed();
create trigger book_payout_debt_insert after insert on book_payout
  for each row when (new.remaining > 0) execute function debt_changed();
create trigger book_payout_debt_update after update on book_payout
  for each row when (new.related_id is null and (old.remaining, old.student_id, old.effective_date)
    is distinct from (new.remaining, new.student_id, new.effective_date)) execute function debt_changed();
create trigger book_payout_debt_delete after delete on book_payout
  for each row when (old.remaining > 0) execute function debt_changed();

create function student_debt_renamed() returns trigger language plpgsql as $$
begin
  update student_debt set folded_name = new.folded_name where branch_id = new.branch_id and student_id = new.id;
  return null;
end $$;
create trigger student_debt_renamed after update of folded_name on student
  for each row when (old.folded_name <> new.folded_name) execute function student_debt_renamed();

-- Counts everything anew from the records of all branches, into the first shard of each sum.
create function fill_debts() returns void language plpgsql as $$
begin
  alter table student_debt disable trigger user;
  delete from student_debt;
  delete from debt_day;
  delete from debt_total;
  insert into student_debt (branch_id, student_id, part, debts, remaining, oldest, folded_name)
  select student.branch_id, student.id, debt.part, count(*), sum(debt.remaining), min(debt.since), student.folded_name
  from (
    select it.branch_id, it.student_id, part, it.remaining, owed_since(it) as since
      from enrolment it cross join lateral unnest(debt_parts(it.kind, it.level)) as part where it.remaining > 0
    union all
    select it.branch_id, it.student_id, part, it.remaining, it.effective_date
      from book_payout it cross join lateral unnest(debt_parts('book-payout', null)) as part where it.remaining > 0) as debt
  join student on student.branch_id = debt.branch_id and student.id = debt.student_id
  group by student.branch_id, student.id, debt.part, student.folded_name;
  insert into debt_day (branch_id, part, day, shard, students, remaining)
    select branch_id, part, oldest, 0, count(*), sum(remaining) from student_debt group by 1, 2, 3;
  insert into debt_total (branch_id, part, shard, students, remaining)
    select branch_id, part, 0, count(*), sum(remaining) from student_debt group by 1, 2;
  alter table student_debt enable trigger user;
end $$;
select fill_debts();
