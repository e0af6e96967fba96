create table month (
  branch_id bigint not null references branch,
  id bigint generated always as identity,
  name text not null,
  status text not null constraint month_status_check check (status in ('running', 'ended')),
  start_date date not null,
  end_date date constraint month_end_date check ((end_date is null) = (status = 'running')),
  -- The figures of an ended month, as decimal text by name; debts are not among them (decision 21).
  figures jsonb constraint month_figures check ((figures is null) = (status = 'running')),
  -- The figures before it was re-opened, and who re-opened it; ending it again is compared with them.
  previous_figures jsonb,
  reopened_at timestamptz,
  reopened_by text,
  reopened_reason text,
  primary key (branch_id, id)
);
create unique index month_running on month (branch_id) where status = 'running';

-- The month is read after the lock is held, which needs a statement of its own.
create function share_running_month(branch bigint) returns setof month language plpgsql rows 1 as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended(share_running_month.branch || '/months', 0));
  return query select * from month where branch_id = share_running_month.branch and status = 'running';
end $$;
