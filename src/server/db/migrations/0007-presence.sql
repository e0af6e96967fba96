-- Who is here (decision 133). From that day on somebody has left; null while they are here.
alter table student add column left_on date;
alter table employee add column left_on date;
drop index student_newest;
create index student_newest on student (branch_id, effective_date desc, id desc) include (left_on);

-- The last day of an enrolment, by the rule of contract/rules/term.ts: a month that lacks the day of the start ends it.
create function last_day_of_term(first date, period text) returns date language sql immutable parallel safe as $$
  select least(date '9999-12-31', case
    when extract(day from first + length) = extract(day from first) then (first + length)::date - 1
    else (first + length)::date end)
  from (select make_interval(months => case when period ~ '^[0-9]{1,2}$' then period::integer else 1 end) as length) as term
$$;
alter table enrolment
  add column ends_on date,
  add column runs_until date generated always as (case when related_id is null
    then coalesce(ends_on, last_day_of_term(coalesce(custom_date, (created_at at time zone 'UTC')::date), period)) end) stored,
  add column renews bigint,
  add constraint enrolment_ends_on check (ends_on >= effective_date),
  add constraint enrolment_renews foreign key (branch_id, renews) references enrolment (branch_id, id) on delete set null (renews);
create unique index enrolment_renewed on enrolment (branch_id, renews) where renews is not null;
create index enrolment_ending on enrolment (branch_id, kind, runs_until) where related_id is null;
drop trigger enrolment_version on enrolment;
create trigger enrolment_version before update on enrolment
  for each row execute function count_version('{effective_date,remaining,runs_until}', '{level,stage,period,transportation_type}');
