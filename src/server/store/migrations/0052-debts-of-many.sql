-- A statement that writes many enrolments counted the debts of their students row by row. Each time it changed the same few rows of
-- debt_total and debt_day, and the versions that one transaction leaves behind are found and passed over every time, so an import grew
-- with the square of its rows: 5,000 enrolments took eleven times as long as 5,000 students. Now each statement counts all of its
-- students at once, and changes each sum once.
create function recount_debts_of(branch bigint, students bigint[]) returns void language plpgsql as $$
declare
  was student_debt[];
  now student_debt[];
begin
  if cardinality(students) = 1 then
    perform recount_debts(branch, students[1]);
    return;
  end if;
  perform from student it where it.branch_id = branch and it.id = any(students) order by it.id for no key update;
  was := array(select it from student_debt it where it.branch_id = branch and it.student_id = any(students)
    order by it.student_id, it.part);
  now := array(select row(branch, own.id, it.part, it.debts, it.remaining, it.oldest, own.folded_name)::student_debt
    from student own cross join lateral debts_of_student(branch, own.id) as it
    where own.branch_id = branch and own.id = any(students) order by own.id, it.part);
  if was = now then
    return;
  end if;
  perform add_to_debts(was || now,
    array_fill(-1::bigint, array[cardinality(was)]) || array_fill(1::bigint, array[cardinality(now)]));
  delete from student_debt kept where kept.branch_id = branch and kept.student_id = any(students)
    and not exists (select from unnest(now) as it where it.student_id = kept.student_id and it.part = kept.part);
  insert into student_debt as kept select it.* from unnest(now) as it
  on conflict (branch_id, student_id, part) do update
    set debts = excluded.debts, remaining = excluded.remaining, oldest = excluded.oldest
    where (kept.debts, kept.remaining, kept.oldest) is distinct from (excluded.debts, excluded.remaining, excluded.oldest);
end $$;

create function debts_changed() returns trigger language plpgsql as $$
declare
  one record;
begin
  for one in select it.branch_id, array_agg(distinct it.student_id order by it.student_id) as students
    from changed it where it.remaining > 0 group by it.branch_id order by it.branch_id
  loop
    perform recount_debts_of(one.branch_id, one.students);
  end loop;
  return null;
end $$;

drop trigger enrolment_debt_insert on enrolment;
drop trigger enrolment_debt_delete on enrolment;
create trigger enrolment_debt_insert after insert on enrolment
  referencing new table as changed for each statement execute function debts_changed();
create trigger enrolment_debt_delete after delete on enrolment
  referencing old table as changed for each statement execute function debts_changed();
