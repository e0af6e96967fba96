-- Who wrote what, when and from where: an entry for every write of a record, and for every start, end and undo of a month.

create table history (
  branch_id bigint not null references branch,
  id bigint generated always as identity,
  at timestamptz not null,
  user_id bigint not null,
  -- As the person was called then.
  user_name text not null,
  -- What the app calls the device it runs on, and what the browser says of itself.
  device text,
  agent text,
  action text not null check (action in ('created', 'changed', 'deleted', 'ended', 'reopened')),
  -- A resource of the contract, or 'month'.
  resource text not null,
  record_id bigint not null,
  title text not null,
  month_id bigint,
  -- The record as the API told it.
  before json,
  after json,
  note text,
  primary key (branch_id, id)
);

create index history_of_record on history (branch_id, resource, record_id, id desc);
create index history_of_id on history (branch_id, record_id, id desc);
create index history_of_month on history (branch_id, month_id, id desc);

create function history_stays() returns trigger language plpgsql as $$
begin
  raise exception 'what was written in the history stays as it is' using errcode = 'insufficient_privilege';
end $$;

create trigger history_stays before update or delete or truncate on history
  for each statement execute function history_stays();

-- What a month that was re-opened came to before, and who re-opened it; ending it again is compared with that.
alter table month
  add column previous_figures jsonb,
  add column reopened_at timestamptz,
  add column reopened_by text,
  add column reopened_reason text;
