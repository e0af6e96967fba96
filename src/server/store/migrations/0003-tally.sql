-- Counts and sums that cost the same however many records there are: kept in the same transaction as each write, by
-- triggers, and summed when read. One row for each kind of record, month it belongs to, and calendar month that it shows
-- under. Sixteen shards of each, so that parallel writers seldom wait for one another; ending a month folds them together.
create table tally (
  branch_id bigint not null references branch,
  -- 'student', an enrolment kind, or that kind with '/installment'.
  what text not null,
  -- 0 where there is none (yet).
  month_id bigint not null,
  -- The first day of the calendar month of the effective dates.
  bucket date not null,
  shard smallint not null,
  rows bigint not null,
  -- Piastres.
  paid bigint not null,
  debt bigint not null,
  primary key (branch_id, what, month_id, bucket, shard)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);

create index tally_of_month on tally (branch_id, month_id);

create type tally_entry as (branch_id bigint, what text, month_id bigint, day date, rows bigint, paid bigint, debt bigint);

-- Adds entries to the tally, in one order always, so that two writers do not wait for each other crosswise.
create function add_to_tally(entries tally_entry[]) returns void language sql as $$
  insert into tally as kept (branch_id, what, month_id, bucket, shard, rows, paid, debt)
  select branch_id, what, month_id, bucket, pg_backend_pid() % 16, sum(rows), sum(paid), sum(debt)
  from (select *, day - (extract(day from day)::integer - 1) as bucket from unnest(entries)) as entry
  group by branch_id, what, month_id, bucket
  having sum(rows) <> 0 or sum(paid) <> 0 or sum(debt) <> 0
  order by branch_id, what, month_id, bucket
  on conflict (branch_id, what, month_id, bucket, shard) do update
    set rows = kept.rows + excluded.rows, paid = kept.paid + excluded.paid, debt = kept.debt + excluded.debt;
$$;

-- sign is 1 for what is there now and -1 for what was there before.
create function enrolment_entry(it enrolment, sign bigint) returns tally_entry language sql immutable as $$
  select row(
    it.branch_id, it.kind || case when it.related_id is null then '' else '/installment' end, coalesce(it.month_id, 0),
    it.effective_date, sign, sign * it.paid_amount, sign * coalesce(it.remaining, 0))::tally_entry;
$$;

create function student_entry(it student, sign bigint) returns tally_entry language sql immutable as $$
  select row(it.branch_id, 'student', 0::bigint, it.effective_date, sign, 0::bigint, 0::bigint)::tally_entry;
$$;

create function tally_enrolments() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_to_tally(array(select enrolment_entry(it::enrolment, 1) from added it));
  elsif tg_op = 'DELETE' then
    perform add_to_tally(array(select enrolment_entry(it::enrolment, -1) from removed it));
  else
    perform add_to_tally(array(
      select enrolment_entry(it::enrolment, 1) from added it
      union all select enrolment_entry(it::enrolment, -1) from removed it));
  end if;
  return null;
end $$;

create trigger enrolment_tally_insert after insert on enrolment
  referencing new table as added for each statement execute function tally_enrolments();
create trigger enrolment_tally_update after update on enrolment
  referencing old table as removed new table as added for each statement execute function tally_enrolments();
create trigger enrolment_tally_delete after delete on enrolment
  referencing old table as removed for each statement execute function tally_enrolments();

create function tally_students() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_to_tally(array(select student_entry(it::student, 1) from added it));
  else
    perform add_to_tally(array(select student_entry(it::student, -1) from removed it));
  end if;
  return null;
end $$;

create trigger student_tally_insert after insert on student
  referencing new table as added for each statement execute function tally_students();
create trigger student_tally_delete after delete on student
  referencing old table as removed for each statement execute function tally_students();
