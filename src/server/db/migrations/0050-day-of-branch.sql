-- The zone and the hour by which the days of a branch are told (decision 173).
alter table branch_settings
  add column time_zone text not null default 'Africa/Cairo',
  add column day_begins text not null default '0' constraint branch_settings_day_begins check (day_begins ~ '^([0-9]|1[01])$');

-- The day of a record is stored when it is written; days of before stay as they were.
drop index enrolment_ending;
alter table enrolment drop column runs_until;
alter table student alter column effective_date drop expression;
alter table collection alter column effective_date drop expression, add constraint collection_day check (effective_date = custom_date);
alter table enrolment alter column effective_date drop expression, add constraint enrolment_day check (effective_date = custom_date);
alter table plan alter column effective_date drop expression;
alter table book alter column effective_date drop expression, add constraint book_day check (effective_date = custom_date);
alter table book_order alter column effective_date drop expression, add constraint book_order_day check (effective_date = custom_date);
alter table book_payout alter column effective_date drop expression, add constraint book_payout_day check (effective_date = custom_date);
alter table refund alter column effective_date drop expression, add constraint refund_day check (effective_date = custom_date);
alter table stock_count alter column effective_date drop expression, add constraint stock_count_day check (effective_date = custom_date);
alter table reminder alter column effective_date drop expression, add constraint reminder_day check (effective_date = custom_date);
alter table promise alter column effective_date drop expression, add constraint promise_day check (effective_date = custom_date);
alter table employee alter column effective_date drop expression;
alter table salary alter column effective_date drop expression, add constraint salary_day check (effective_date = custom_date);
alter table deduction alter column effective_date drop expression, add constraint deduction_day check (effective_date = custom_date);
alter table advance alter column effective_date drop expression, add constraint advance_day check (effective_date = custom_date);
alter table bonus alter column effective_date drop expression, add constraint bonus_day check (effective_date = custom_date);
alter table expense alter column effective_date drop expression, add constraint expense_day check (effective_date = custom_date);
alter table enrolment
  add column runs_until date generated always as (case when related_id is null then coalesce(ends_on, last_day_of_term(effective_date, period)) end) stored;
create index enrolment_ending on enrolment (branch_id, kind, runs_until) where related_id is null;
update book_return set custom_date = (created_at at time zone 'UTC')::date where custom_date is null;
alter table book_return alter column custom_date set not null;
