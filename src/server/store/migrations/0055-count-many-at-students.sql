-- A statement that writes many enrolments counted them at their students row by row. A change of a student that finds no room on its page
-- computes all index entries of the student anew, their name keys above all, so an import and its undo paid for that with each row. Now a
-- statement changes each student once for each kind, in the order of the students.
create function count_many_at_students() returns trigger language plpgsql as $$
declare
  one record;
begin
  for one in
    select it.branch_id, it.student_id, tally_name(it::enrolment) as what, count(*) as rows from changed it
    group by it.branch_id, it.student_id, 3 order by it.branch_id, it.student_id, 3
  loop
    perform count_at_student(one.branch_id, one.student_id, one.what, case tg_op when 'INSERT' then one.rows else -one.rows end);
  end loop;
  return null;
end $$;

-- The statement's other triggers come after it in the order of their names, and find the students held.
drop trigger enrolment_student_counted on enrolment;
create trigger enrolment_counted_insert after insert on enrolment
  referencing new table as changed for each statement execute function count_many_at_students();
create trigger enrolment_counted_delete after delete on enrolment
  referencing old table as changed for each statement execute function count_many_at_students();
