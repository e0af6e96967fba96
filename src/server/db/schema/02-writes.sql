-- What every write leaves behind: the answer of its key, its history entry, and the count that servers compare.

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
  -- The idempotency key of the write; null without one.
  key uuid,
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

-- Counts the committed writes of a branch: the sum of its counters is the version of its data. Transactions that commit at the same time count
-- in different rows, so that none waits for the commit of another. The first counter begins with the clock in milliseconds: a backup does
-- not contain it, so no version from before a restore comes again.
create table branch_change (
  branch_id bigint not null references branch,
  counter smallint not null,
  changes bigint not null,
  -- The count before the first write that `resources` and `keys` tell of; a device with an older version reads everything.
  named_since bigint not null default 0,
  -- Each resource that was written, with the count of its last write.
  resources jsonb not null default '{}',
  -- The first eight characters of the idempotency keys of the last twenty writes, or '', newest last: a device knows its own writes by them.
  keys text[] not null default '{}',
  primary key (branch_id, counter)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);

-- Servers compare the versions of branches with those that they know (decision 199).
create function count_change() returns trigger language plpgsql as $$
declare
  key constant text := coalesce(left(new.key::text, 8), '');
  next smallint;
  first bigint;
begin
  update branch_change as kept set changes = changes + 1,
    resources = jsonb_set(resources, array[new.resource], (changes + 1)::text::jsonb),
    keys = keys[greatest(1, cardinality(keys) - 18):] || key
  where kept.branch_id = new.branch_id and kept.counter = (
    select counter from branch_change as free where free.branch_id = new.branch_id order by counter limit 1 for update skip locked);
  if not found then
    select pg_backend_pid() % 32, case count(*) when 0 then extract(epoch from clock_timestamp()) * 1000 else 1 end into next, first
      from branch_change where branch_id = new.branch_id;
    insert into branch_change as kept (branch_id, counter, changes, resources, keys)
      values (new.branch_id, next, first, jsonb_build_object(new.resource, first), array[key])
      on conflict (branch_id, counter) do update set changes = kept.changes + 1,
        resources = jsonb_set(kept.resources, array[new.resource], (kept.changes + 1)::text::jsonb),
        keys = kept.keys[greatest(1, cardinality(kept.keys) - 18):] || key;
  end if;
  return null;
end $$;
-- At the commit: a counter is locked for as long as that takes, and no other row is locked after it.
create constraint trigger write_counted after insert on history deferrable initially deferred
  for each row when (not is_restoring()) execute function count_change();

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
