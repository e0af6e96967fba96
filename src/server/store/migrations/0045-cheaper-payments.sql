-- Counting the debts of a student was more than a third of the cost of a payment. It finds them by an index that holds open debts only,
-- adds them up once, looks for the parts of a plan only where there is a plan, and changes the sums itself: no trigger is called for each
-- kind of change, and nothing is written where nothing changed.
create index enrolment_owing_of_student on enrolment (branch_id, student_id) where remaining > 0;

create or replace function debts_of_student(branch bigint, student bigint)
returns table (part text, debts bigint, remaining bigint, oldest date) language sql stable as $$
  select one.part, count(*), sum(debt.remaining)::bigint, min(debt.since)
  from (
    select it.kind, it.level, it.remaining,
        case when exists (select from public.plan where plan.branch_id = it.branch_id and plan.enrolment = it.id)
          then public.owed_since(it) else it.effective_date end as since
      from public.enrolment it
      where it.branch_id = branch and it.student_id = student and it.remaining > 0
    union all
    select 'book-payout', null, it.remaining, it.effective_date from public.book_payout it
      where it.branch_id = branch and it.student_id = student and it.remaining > 0) as debt
  cross join lateral unnest(public.debt_parts(debt.kind, debt.level)) as one(part)
  group by one.part
$$;

create or replace function add_to_debts(entries student_debt[], sign bigint[]) returns void language plpgsql as $$
begin
  -- The sum in all first: it lets the writers of one shard pass one by one, so that none waits crosswise.
  insert into debt_total as kept (branch_id, part, shard, students, remaining)
  select it.branch_id, it.part, pg_backend_pid() % 16, sum(it.sign), sum(it.sign * it.remaining)
  from unnest(entries, add_to_debts.sign) as it(branch_id, student_id, part, debts, remaining, oldest, folded_name, sign)
  group by 1, 2 having sum(it.sign) <> 0 or sum(it.sign * it.remaining) <> 0 order by 1, 2
  on conflict (branch_id, part, shard) do update
    set students = kept.students + excluded.students, remaining = kept.remaining + excluded.remaining;
  insert into debt_day as kept (branch_id, part, day, shard, students, remaining)
  select it.branch_id, it.part, it.oldest, pg_backend_pid() % 16, sum(it.sign), sum(it.sign * it.remaining)
  from unnest(entries, add_to_debts.sign) as it(branch_id, student_id, part, debts, remaining, oldest, folded_name, sign)
  group by 1, 2, 3 having sum(it.sign) <> 0 or sum(it.sign * it.remaining) <> 0 order by 1, 2, 3
  on conflict (branch_id, part, day, shard) do update
    set students = kept.students + excluded.students, remaining = kept.remaining + excluded.remaining;
end $$;

-- Holds the student while it counts, so that of two writers the later one sees what the earlier one wrote. Writers hold the debt before
-- its student.
create or replace function recount_debts(branch bigint, student bigint) returns void language plpgsql as $$
declare
  name text;
  was student_debt[];
  now student_debt[];
begin
  select it.folded_name into name from student it where it.branch_id = branch and it.id = student for no key update;
  was := array(select it from student_debt it where it.branch_id = branch and it.student_id = student order by it.part);
  now := array(select row(branch, student, it.part, it.debts, it.remaining, it.oldest, name)::student_debt
    from debts_of_student(branch, student) as it order by it.part);
  if was = now then
    return;
  end if;
  perform add_to_debts(was || now,
    array_fill(-1::bigint, array[cardinality(was)]) || array_fill(1::bigint, array[cardinality(now)]));
  if cardinality(was) > 0 then
    delete from student_debt kept where kept.branch_id = branch and kept.student_id = student
      and not exists (select from unnest(now) as it where it.part = kept.part);
  end if;
  insert into student_debt as kept select it.* from unnest(now) as it
  on conflict (branch_id, student_id, part) do update
    set debts = excluded.debts, remaining = excluded.remaining, oldest = excluded.oldest
    where (kept.debts, kept.remaining, kept.oldest) is distinct from (excluded.debts, excluded.remaining, excluded.oldest);
end $$;

drop trigger student_debt_counted_insert on student_debt;
drop trigger student_debt_counted_update on student_debt;
drop trigger student_debt_counted_delete on student_debt;
drop function count_student_debts();

-- A student's count of records changes with each payment, and nothing else does then: no version is to be compared.
drop trigger student_version on student;
create trigger student_version before update on student for each row when (old.tallied is not distinct from new.tallied)
  execute function count_version('version', 'effective_date', 'tallied', 'summary_version');
