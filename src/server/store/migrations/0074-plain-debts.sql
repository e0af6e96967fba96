-- What students owe is grouped from the open debts when it is read (decision 138). No sum is kept for it any more.
drop trigger if exists enrolment_counted_insert on enrolment;
drop trigger if exists enrolment_counted_delete on enrolment;
drop function if exists count_enrolments();
drop trigger enrolment_debt_update on enrolment;
drop trigger book_payout_debt_insert on book_payout;
drop trigger book_payout_debt_update on book_payout;
drop trigger book_payout_debt_delete on book_payout;
drop function debt_changed();
drop trigger plan_debt_insert on plan;
drop trigger plan_debt_update on plan;
drop trigger plan_debt_delete on plan;
drop function plan_debt_changed();
drop trigger student_debt_renamed on student;
drop function student_debt_renamed();
drop function fill_debts();
drop function recount_debts_of(bigint, bigint[]);
drop function recount_debts(bigint, bigint);
drop function debts_of_student(bigint, bigint);
drop function add_to_debts(student_debt[], bigint[]);
drop function debt_parts(text, text);
drop function owed_since(enrolment);
drop table student_debt, debt_day, debt_total;

-- The open debts of a branch, and of one student, are read from the index alone.
drop index enrolment_owing_of_student;
create index enrolment_owing_of_student on enrolment (branch_id, student_id)
  include (id, kind, level, effective_date, installments_paid, remaining) where remaining > 0;
create index book_payout_owing_of_student on book_payout (branch_id, student_id) include (effective_date, remaining) where remaining > 0;
