-- What every write leaves behind: the answer of its key, its history entry, and the count that devices are told.

-- Every write with a key, and its answer (decisions 4 and 38).
create table idempotency (
  branch_id bigint not null references branch,
  key uuid not null,
  user_id bigint not null,
  method text not null,
  path text not null,
  body_hash text not null,
  status smallint not null,
  answer json not null,
  created_at timestamptz not null default now(),
  primary key (branch_id, key)
);
create index idempotency_age on idempotency using brin (created_at);

-- Holds a key until the transaction ends, and keeps the branch from being restored. Returns no row while another transaction holds it, else
-- one: the kept answer, or nulls.
-- The answer is read after the lock is held, which needs a statement of its own.
create function hold_key(branch bigint, asked uuid)
returns table (user_id bigint, method text, path text, body_hash text, status smallint, answer json) language plpgsql rows 1 as $$
begin
  if not pg_try_advisory_xact_lock_shared(hashtextextended(branch || '/restore', 0)) then
    raise exception 'the branch is being restored' using errcode = 'lock_not_available';
  end if;
  if pg_try_advisory_xact_lock(hashtextextended(branch || '/' || asked, 0)) then
    return query select kept.user_id, kept.method, kept.path, kept.body_hash, kept.status, kept.answer
      from (select) as held left join idempotency as kept on kept.branch_id = hold_key.branch and kept.key = hold_key.asked;
  end if;
end $$;

-- An entry for every write of a record, and for every start, end and undo of a month.
create table history (
  branch_id bigint not null references branch,
  id bigint generated always as identity,
  at timestamptz not null,
  user_id bigint not null,
  -- The names are those of the time of the write.
  user_name text not null,
  device text,
  agent text,
  action text not null check (action in ('created', 'changed', 'deleted', 'ended', 'reopened')),
  -- A resource of the contract, or 'month'.
  resource text not null,
  -- Of a month, its number.
  record_id text not null,
  title text not null,
  month_id bigint,
  -- The record as the API gives it.
  before json,
  after json,
  note text,
  -- The manager who approved the write (decision 47).
  approved_by bigint,
  approved_by_name text,
  -- The user who had entered it on a device, if another one sent it (decision 46).
  entered_by bigint,
  entered_by_name text,
  primary key (branch_id, id)
);
create index history_of_record on history (branch_id, resource, record_id, id desc);
create index history_of_id on history (branch_id, record_id, id desc);
create index history_of_month on history (branch_id, month_id, id desc);
create index history_of_resource on history (branch_id, resource, id desc);
-- Payments that were printed and then deleted (decision 55).
create index history_deleted on history (branch_id, resource, id desc) where action = 'deleted';
create index history_of_user on history (branch_id, user_id, id desc) include (resource);

create function history_stays() returns trigger language plpgsql as $$
begin
  raise exception 'what was written in the history stays as it is' using errcode = 'insufficient_privilege';
end $$;
create trigger history_stays before update or delete or truncate on history
  for each statement when (not is_restoring()) execute function history_stays();

-- The number of committed writes of a branch: the version of its data. It begins with the clock in milliseconds: a backup does not contain
-- it, so no version from before a restore comes again.
create table branch_change (
  branch_id bigint primary key references branch,
  changes bigint not null
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);

-- Publishes each write with its commit: a listener hears the writes of a branch in the order of their counts, and none that was rolled
-- back. The server names the key of the write in the setting branch_desk.key; its first eight characters tell a device its own writes.
-- A payload has at most 8,000 bytes; this one has less than 100.
create function publish_change() returns trigger language plpgsql as $$
declare
  count bigint;
begin
  insert into branch_change as kept (branch_id, changes)
  values (new.branch_id, (extract(epoch from clock_timestamp()) * 1000)::bigint)
  on conflict (branch_id) do update set changes = kept.changes + 1
  returning changes into count;
  perform pg_notify('branch_change',
    concat_ws(' ', new.branch_id, count, new.resource, nullif(left(current_setting('branch_desk.key', true), 8), '')));
  return null;
end $$;
-- At the commit: the row of the branch is locked for as long as that takes, and no other row is locked after it.
create constraint trigger write_published after insert on history deferrable initially deferred
  for each row when (not is_restoring()) execute function publish_change();

-- Raises `version` when a column changes, and `summary_version` when one changes that other records show, such as a student's name. It is the
-- trigger of tables whose rows triggers and foreign keys change too, or of which others show columns; db/branch-scope.ts counts the others'.
-- The first argument names the columns that do not count: generated ones are not computed yet in a BEFORE trigger. The second one names the
-- columns that others show. The entity tags of those contain the summary version.
create function count_version() returns trigger language plpgsql as $$
declare
  before constant jsonb := to_jsonb(old);
  after constant jsonb := to_jsonb(new);
  derived constant text[] := array['version', 'summary_version'] || tg_argv[0]::text[];
begin
  if before - derived <> after - derived then
    new.version := old.version + 1;
  end if;
  if tg_nargs > 1 and exists (
    select from unnest(tg_argv[1]::text[]) as shown where before -> shown is distinct from after -> shown
  ) then
    new.summary_version := old.summary_version + 1;
  end if;
  return new;
end $$;

-- What waits on a device, as it last announced it (decision 152). The device is the value of a cookie, which browsers keep when they evict
-- what scripts have stored; the store is the database on the device. It describes the present devices, so backups leave it out.
create table device_store (
  branch_id bigint not null references branch,
  store uuid not null,
  user_id bigint not null,
  device uuid not null,
  device_name text,
  -- Keys, kinds, amounts and times of entries; what is beyond the list is counted.
  entries jsonb not null,
  unlisted integer not null,
  announced_at timestamptz not null,
  -- When and by whom a loss was checked.
  checked_at timestamptz,
  checked_by bigint,
  primary key (branch_id, store, user_id),
  foreign key (branch_id, user_id) references app_user (branch_id, id) on delete cascade
);
create index device_store_device on device_store (branch_id, device);
