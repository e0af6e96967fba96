-- The schema of 2026-11-24; src/server/db/schema has the present one, with the migrations since.

-- Branches and the people who sign in. Every other table begins its keys with the branch (decision 24).

create table branch (
  id bigint generated always as identity primary key,
  name text not null,
  address text not null default '',
  created_at timestamptz not null default now()
);
create unique index branch_name on branch (lower(name));

-- What a branch prints on its receipts and writes in its reminders (decision 52). A branch without a row has the defaults of the contract.
create table branch_settings (
  branch_id bigint primary key references branch,
  phone text,
  address text,
  -- A data URL of at most 100 KB of image.
  logo text constraint branch_settings_logo check (length(logo) <= 140000),
  receipt_language text not null,
  paper text not null,
  receipt_footer text,
  reminder_text text,
  version integer not null default 1
);

create table app_user (
  branch_id bigint not null references branch,
  id bigint generated always as identity,
  email text not null,
  -- scrypt with its parameters and salt, see passwords.ts.
  password_hash text not null,
  first_name text not null,
  last_name text not null,
  account_type text not null check (account_type in ('staff', 'manager')),
  created_at timestamptz not null default now(),
  -- Since when the user may not sign in; null may.
  disabled_at timestamptz,
  -- The key that the user's devices encrypt unsent entries with while the user is signed out (decision 97): 244 random bits.
  storage_key bytea not null default decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'),
  -- Since when managers may send what this disabled user left on devices (decision 103). It stays when the user is enabled again.
  handed_over_at timestamptz,
  language text constraint app_user_language check (language in ('ar', 'en')),
  digits text constraint app_user_digits check (digits in ('latin', 'arabic-indic')),
  primary key (branch_id, id)
);
create unique index app_user_email on app_user (lower(email));
create unique index app_user_id on app_user (id);
-- The managers of a branch, of whom one must stay.
create index app_user_managers on app_user (branch_id, id) where account_type = 'manager' and disabled_at is null;

-- Returns a user's name, with the first part of the email address where another user of the branch has the same name, or that part alone
-- where there is no name. PL/pgSQL keeps its plan; every write calls it for the history.
create function person_name(of_branch bigint, of_user bigint) returns text language plpgsql stable as $$
begin
  return (
    select case
      when own.name = '' then own.local
      when exists (
        select from app_user other
        where other.branch_id = of_branch and other.id <> of_user
          and lower(trim(other.first_name || ' ' || other.last_name)) = lower(own.name)
      ) then own.name || ' (' || own.local || ')'
      else own.name end
    from (
      select trim(first_name || ' ' || last_name) as name, split_part(email, '@', 1) as local
      from app_user where branch_id = of_branch and id = of_user
    ) as own);
end $$;

-- One row per sign-in (decision 48). Its refresh tokens carry the generation that they were made in.
create table session (
  branch_id bigint not null,
  id uuid not null default gen_random_uuid(),
  user_id bigint not null,
  generation integer not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  device text,
  agent text,
  last_used_at timestamptz not null default now(),
  -- When the current generation began: the one before it is good for a moment longer.
  rotated_at timestamptz,
  primary key (branch_id, id),
  foreign key (branch_id, user_id) references app_user (branch_id, id) on delete cascade
);
create index session_of_user on session (branch_id, user_id);
create index session_expiry on session (expires_at);

-- However a session ends, its row goes: also by a cascade, or by a command beside the servers. Expired ones end everywhere by themselves.
create function publish_session_end() returns trigger language plpgsql as $$
begin
  perform pg_notify('session_end', old.id::text);
  return null;
end $$;
create trigger session_end_published after delete on session
  for each row when (old.expires_at > now()) execute function publish_session_end();

-- Where a user has signed in lately: password guesses from elsewhere use up no attempts of these places (decision 121).
create table known_source (
  branch_id bigint not null,
  user_id bigint not null,
  source text not null,
  last_used_at timestamptz not null default now(),
  primary key (branch_id, user_id, source),
  foreign key (branch_id, user_id) references app_user (branch_id, id) on delete cascade
);

-- Links for a new password (decision 25). Only the SHA-256 of a link's token is kept, in hex. A link does not name its branch.
create table password_reset (
  branch_id bigint not null,
  token_hash text not null check (length(token_hash) = 64),
  user_id bigint not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (branch_id, token_hash),
  foreign key (branch_id, user_id) references app_user (branch_id, id) on delete cascade
);
create unique index password_reset_token on password_reset (token_hash);
create index password_reset_of_user on password_reset (branch_id, user_id);

-- A new email address waits here until the mailed link is opened (decision 49).
create table email_change (
  branch_id bigint not null,
  user_id bigint not null,
  email text not null,
  token_hash text not null check (length(token_hash) = 64),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (branch_id, user_id),
  foreign key (branch_id, user_id) references app_user (branch_id, id) on delete cascade
);
create unique index email_change_token on email_change (token_hash);

-- A manager's approval of exactly one write of another user (decision 143).
create table approval (
  branch_id bigint not null,
  -- SHA-256 of the token, which only the device of the write has.
  token_hash text not null,
  user_id bigint not null,
  approver_id bigint not null,
  method text not null,
  path text not null,
  key uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- SHA-256 of the bytes of the body, in hex.
  body_hash text not null,
  -- The If-Match header; empty without one.
  if_match text not null,
  primary key (branch_id, token_hash),
  foreign key (branch_id, user_id) references app_user (branch_id, id) on delete cascade,
  foreign key (branch_id, approver_id) references app_user (branch_id, id) on delete cascade
);
create index approval_age on approval (branch_id, expires_at);

-- The user that a first start has made (decision 60). The code that the server printed takes it over on the first-run page, unless somebody
-- has signed in with the printed password before.
create table first_run (
  only_row boolean primary key default true check (only_row),
  branch_id bigint not null,
  user_id bigint not null,
  foreign key (branch_id, user_id) references app_user (branch_id, id) on delete cascade
);

-- Identifies the database: a restore makes a new generation, so that devices notice that writes which they know may be gone.
create table generation (
  only_row boolean primary key default true check (only_row),
  id uuid not null default gen_random_uuid(),
  -- When the restored backup was made; null for a database that was never restored.
  restored_from timestamptz
);
insert into generation default values;

create function current_generation() returns generation language plpgsql stable as $$
declare
  own generation;
begin
  select * into own from generation;
  return own;
end $$;

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

-- Holds a key until the transaction ends. Returns no row while another transaction holds it, else one: the kept answer, or nulls.
-- The answer is read after the lock is held, which needs a statement of its own.
create function hold_key(branch bigint, asked uuid)
returns table (user_id bigint, method text, path text, body_hash text, status smallint, answer json) language plpgsql rows 1 as $$
begin
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
  record_id bigint not null,
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
create index history_of_user on history (branch_id, user_id, id desc) include (resource);

create function history_stays() returns trigger language plpgsql as $$
begin
  raise exception 'what was written in the history stays as it is' using errcode = 'insufficient_privilege';
end $$;
create trigger history_stays before update or delete or truncate on history
  for each statement execute function history_stays();

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
  for each row execute function publish_change();

-- Raises `version` when a column changes, and `summary_version` when one changes that other records show, such as a student's name.
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

-- Keeps the month from ending until the transaction ends, and returns it. The month is read after the lock is held, which needs a statement
-- of its own.
create function share_running_month(branch bigint) returns setof month language plpgsql rows 1 as $$
begin
  perform from branch where id = share_running_month.branch for share;
  return query select * from month where branch_id = share_running_month.branch and status = 'running';
end $$;

-- A file of rows that was taken over (decision 109).
create table import (
  branch_id bigint not null references branch,
  id bigint generated always as identity,
  target text not null,
  file_name text not null,
  file_hash text not null,
  rows bigint not null check (rows > 0),
  created_at timestamptz not null,
  created_by bigint not null,
  user_name text not null,
  undone_at timestamptz,
  primary key (branch_id, id)
);
create unique index import_once on import (branch_id, target, file_hash) where undone_at is null;

-- The trigrams of a text, each with the branch and kind in front: an index of them finds words in the records of one branch.
-- Not pg_trgm: under the C character type it knows no letters but Latin ones.
create function search_pieces(branch_id bigint, kind text, folded text) returns tsvector
language plpgsql immutable strict parallel safe cost 1000 as $$
begin
  return array_to_tsvector(array(
    select branch_id::text || '/' || kind || '/' || substr(folded, start, 3) from generate_series(1, length(folded)) as start));
end $$;

create table student (
  branch_id bigint not null references branch,
  id bigint generated always as identity,
  code_number bigint not null,
  code text not null,
  name text not null,
  father_name text,
  mother_name text,
  birthdate date,
  phone text,
  father_phone text,
  mother_phone text,
  address text,
  -- The searched fields, and the name, as contract/search-text.ts folds them.
  folded text not null,
  folded_name text not null,
  created_at timestamptz not null,
  effective_date date not null generated always as ((created_at at time zone 'UTC')::date) stored,
  version integer not null default 1,
  summary_version integer not null default 0,
  import_id bigint,
  primary key (branch_id, id),
  constraint student_import foreign key (branch_id, import_id) references import (branch_id, id)
);
create unique index student_code on student (branch_id, code_number);
create index student_newest on student (branch_id, effective_date desc, id desc);
create index student_name on student (branch_id, folded_name collate "C");
create index student_pieces on student using gin (search_pieces(branch_id, '', folded));
create index student_of_import on student (branch_id, import_id) where import_id is not null;
create trigger student_version before update on student
  for each row execute function count_version('{effective_date}', '{name,phone}');

-- The last code that was given. It counts up only, so no code is used twice (decision 10).
create table student_counter (
  branch_id bigint primary key references branch,
  last bigint not null
);

-- A person's decision about two students, whatever their phones say (decision 53). The older student comes first.
create table family_pair (
  branch_id bigint not null references branch,
  student_id bigint not null,
  other_id bigint not null,
  together boolean not null,
  primary key (branch_id, student_id, other_id),
  constraint family_pair_order check (student_id < other_id),
  constraint family_pair_student foreign key (branch_id, student_id) references student (branch_id, id) on delete cascade,
  constraint family_pair_other foreign key (branch_id, other_id) references student (branch_id, id) on delete cascade
);
create index family_pair_of_other on family_pair (branch_id, other_id);

-- Two records of one student became one (decision 106).
create table student_merge (
  branch_id bigint not null references branch,
  -- The student who is gone. The id is never given again, and stands for the one who stays in writes that still name it.
  merged_id bigint not null,
  student_id bigint not null,
  -- The rows of both before the merge, and the records that moved, to undo it.
  merged jsonb not null,
  kept jsonb not null,
  moved jsonb not null,
  -- The result of state_of_student after it: while it is the same, nothing was written since.
  state text not null,
  merged_at timestamptz not null,
  merged_by bigint not null,
  primary key (branch_id, merged_id),
  constraint student_merge_student foreign key (branch_id, student_id) references student (branch_id, id) on delete cascade
);
create index student_merge_of_student on student_merge (branch_id, student_id);

-- A write may name a student who was merged since: a device sends later what it stored offline. It waits for a merge that is under way.
create function resolve_student() returns trigger language plpgsql as $$
declare
  kept_id bigint;
begin
  perform from student where branch_id = new.branch_id and id = new.student_id for key share;
  if not found then
    select student_id into kept_id from student_merge where branch_id = new.branch_id and merged_id = new.student_id;
    if found then
      new.student_id := kept_id;
    end if;
  end if;
  return new;
end $$;

-- Inserts a student again with id and code, for the undo of a merge.
create function bring_back_student(stored jsonb) returns void language plpgsql as $$
declare
  columns text;
begin
  select string_agg(quote_ident(attname), ', ') into columns from pg_attribute
    where attrelid = 'student'::regclass and attnum > 0 and not attisdropped and attgenerated = '';
  execute format('insert into student (%1$s) overriding system value select %1$s from jsonb_populate_record(null::student, $1)', columns)
    using stored;
end $$;

-- One sum that is received for several debts at once (decision 53). Its payments are installments like any other.
create table collection (
  branch_id bigint not null references branch,
  id bigint generated always as identity,
  receipt_number text not null,
  custom_date date,
  notes text,
  -- The sum when it was recorded, in piastres; its payments are added up for the sum of now (decision 104).
  received bigint not null check (received > 0),
  created_at timestamptz not null,
  created_by bigint not null,
  effective_date date not null generated always as (coalesce(custom_date, (created_at at time zone 'UTC')::date)) stored,
  -- The chosen student (decision 142); null from clients that do not name one.
  student_id bigint,
  primary key (branch_id, id),
  constraint collection_student foreign key (branch_id, student_id) references student (branch_id, id) on delete set null (student_id)
);
create index collection_newest on collection (branch_id, effective_date desc, id desc);
create index collection_of_student on collection (branch_id, student_id) where student_id is not null;
create trigger collection_student_resolved before insert or update of student_id on collection
  for each row execute function resolve_student();

-- A wrong payment is corrected at the payment. Only the payer moves, when students are merged or deleted.
create function collection_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - '{student_id,effective_date}'::text[] = to_jsonb(old) - '{student_id,effective_date}'::text[] then
    return new;
  end if;
  raise exception 'a collection stays as it was recorded' using errcode = 'insufficient_privilege';
end $$;
create trigger collection_stays before update or delete on collection
  for each row execute function collection_stays();

-- Enrolments of every kind, and their installments (decision 12). Money is piastres, here and in every table.
create table enrolment (
  branch_id bigint not null references branch,
  id bigint generated always as identity,
  kind text not null,
  -- The enrolment that an installment pays for; null for an enrolment itself.
  related_id bigint,
  student_id bigint not null,
  level text,
  stage text,
  period text,
  transportation_type text,
  price bigint check (price >= 0),
  paid_amount bigint not null check (paid_amount >= 0),
  -- The sum of its installments, kept by pay_into_enrolment; 0 for an installment.
  installments_paid bigint not null default 0 check (installments_paid >= 0),
  remaining bigint generated always as (price - paid_amount - installments_paid) stored,
  receipt_number text not null,
  custom_date date,
  notes text,
  -- The month that was running when it came; null waits for the next one (decision 18). The same in every table.
  month_id bigint,
  created_at timestamptz not null,
  created_by bigint not null,
  effective_date date not null generated always as (coalesce(custom_date, (created_at at time zone 'UTC')::date)) stored,
  folded text not null,
  version integer not null default 1,
  summary_version integer not null default 0,
  collection_id bigint,
  import_id bigint,
  primary key (branch_id, id),
  constraint enrolment_form check ((price is null) = (related_id is not null)),
  -- Whoever pays at the same time, nobody pays more than the price (decision 11).
  constraint enrolment_overpaid check (paid_amount + installments_paid <= price),
  constraint enrolment_student foreign key (branch_id, student_id) references student (branch_id, id),
  constraint enrolment_month foreign key (branch_id, month_id) references month (branch_id, id),
  constraint enrolment_collection foreign key (branch_id, collection_id) references collection (branch_id, id),
  constraint enrolment_import foreign key (branch_id, import_id) references import (branch_id, id),
  -- An installment is of its enrolment's kind and follows it to another student.
  constraint enrolment_payable unique (branch_id, id, kind, student_id),
  constraint enrolment_related foreign key (branch_id, related_id, kind, student_id)
    references enrolment (branch_id, id, kind, student_id) on update cascade
);
-- Lists, their counts and sums are read from these.
create index enrolment_newest on enrolment (branch_id, kind, effective_date desc, id desc)
  include (related_id, student_id, price, paid_amount, remaining);
create index enrolment_of_month on enrolment (branch_id, month_id, kind, effective_date desc, id desc)
  include (related_id, price, paid_amount, remaining);
create index enrolment_of_recorder on enrolment (branch_id, kind, created_by, effective_date desc, id desc);
create index enrolment_of_student on enrolment (branch_id, student_id, kind, effective_date desc, id desc) include (related_id);
create index enrolment_owing on enrolment (branch_id, kind, effective_date desc, id desc)
  include (price, paid_amount, remaining, related_id) where remaining > 0;
-- The open debts of a branch, and of one student.
create index enrolment_owing_of_student on enrolment (branch_id, student_id)
  include (id, kind, level, effective_date, installments_paid, remaining) where remaining > 0;
-- The last payment of a student, and those since a promise.
create index enrolment_paid_by_student on enrolment (branch_id, student_id, effective_date desc, created_at desc)
  include (paid_amount) where paid_amount > 0;
create index enrolment_pieces on enrolment using gin (search_pieces(branch_id, kind, folded));
-- A receipt by the beginning of its number, and by the number alone of one that has a series before it.
create index enrolment_receipt on enrolment (branch_id, folded collate "C", id desc);
create index enrolment_receipt_number on enrolment (branch_id, (substring(folded from '[^0-9]0*([0-9]+)$')) collate "C", id desc)
  where folded ~ '[^0-9][0-9]+$';
create index enrolment_installments on enrolment (branch_id, related_id) where related_id is not null;
create index enrolment_of_collection on enrolment (branch_id, collection_id) where collection_id is not null;
create index enrolment_of_import on enrolment (branch_id, import_id) where import_id is not null;
create trigger enrolment_version before update on enrolment
  for each row execute function count_version('{effective_date,remaining}', '{level,stage,period,transportation_type}');
create trigger enrolment_student_resolved before insert or update of student_id on enrolment
  for each row execute function resolve_student();

-- Adds an installment to its enrolment, whose constraint then refuses too much.
create function pay_into_enrolment() returns trigger language plpgsql as $$
declare
  installment enrolment := case when tg_op = 'DELETE' then old else new end;
  difference bigint := 0;
begin
  if tg_op <> 'INSERT' then
    difference := difference - old.paid_amount;
  end if;
  if tg_op <> 'DELETE' then
    difference := difference + new.paid_amount;
  end if;
  if installment.related_id is null or difference = 0 then
    return null;
  end if;
  update enrolment set installments_paid = installments_paid + difference
    where branch_id = installment.branch_id and id = installment.related_id and related_id is null;
  if not found then
    raise exception 'an installment pays for an enrolment' using
      errcode = 'foreign_key_violation', constraint = 'enrolment_related';
  end if;
  return null;
end $$;
create trigger enrolment_paid after insert or delete or update of paid_amount on enrolment
  for each row execute function pay_into_enrolment();

-- The parts in which an enrolment will be paid (decision 110).
create table plan (
  branch_id bigint not null references branch,
  id bigint generated always as identity,
  student_id bigint not null,
  enrolment bigint not null,
  parts jsonb not null,
  created_at timestamptz not null,
  created_by bigint not null,
  created_by_name text not null,
  version integer not null default 1,
  effective_date date not null generated always as ((created_at at time zone 'UTC')::date) stored,
  primary key (branch_id, id),
  constraint plan_once unique (branch_id, enrolment),
  constraint plan_student foreign key (branch_id, student_id) references student (branch_id, id) on delete cascade,
  constraint plan_enrolment foreign key (branch_id, enrolment) references enrolment (branch_id, id) on delete cascade
);
create index plan_newest on plan (branch_id, effective_date desc, id desc);
create index plan_of_student on plan (branch_id, student_id, effective_date desc, id desc);
create trigger plan_version before update on plan
  for each row execute function count_version('{effective_date}');
create trigger plan_student_resolved before insert or update of student_id on plan
  for each row execute function resolve_student();

-- A plan follows its enrolment to another student.
create function plan_moved() returns trigger language plpgsql as $$
begin
  update plan set student_id = new.student_id where branch_id = new.branch_id and enrolment = new.id;
  return null;
end $$;
create trigger enrolment_moved_plan after update of student_id on enrolment
  for each row when (old.student_id <> new.student_id and new.related_id is null) execute function plan_moved();

-- The parts of a plan in piastres, each with the sum that later payments cover of it: the oldest part first.
create function plan_parts(parts jsonb, paid bigint)
returns table (due_day date, amount bigint, covered bigint) language sql immutable as $$
  select one.due_day, one.amount, least(one.amount, greatest(0, paid - coalesce(sum(one.amount) over (
    order by one.place rows between unbounded preceding and 1 preceding), 0)))::bigint
  from (
    select place, (part ->> 'due_day')::date as due_day, ((part ->> 'amount')::numeric * 100)::bigint as amount
    from jsonb_array_elements(parts) with ordinality as it(part, place)) as one
  order by one.place
$$;

create table book (
  branch_id bigint not null references branch,
  id bigint generated always as identity,
  name text not null,
  category text not null,
  subject text not null,
  level text not null,
  sell_price bigint not null check (sell_price >= 0),
  custom_date date,
  -- Sums over its orders and payouts, kept by the triggers below: stock and profit follow from them (decision 14).
  ordered bigint not null default 0,
  orders_cost bigint not null default 0,
  paid_out bigint not null default 0 check (paid_out >= 0),
  payouts_price bigint not null default 0,
  folded text not null,
  folded_name text not null,
  created_at timestamptz not null,
  effective_date date not null generated always as (coalesce(custom_date, (created_at at time zone 'UTC')::date)) stored,
  version integer not null default 1,
  summary_version integer not null default 0,
  primary key (branch_id, id),
  -- Whoever orders, hands out, edits and deletes at the same time, no copy leaves that never came (decisions 14 and 36).
  constraint book_stock check (paid_out <= ordered)
);
create index book_newest on book (branch_id, effective_date desc, id desc);
create trigger book_version before update on book
  for each row execute function count_version('{effective_date}', '{name}');

create table book_order (
  branch_id bigint not null references branch,
  id bigint generated always as identity,
  book_id bigint not null,
  quantity bigint not null check (quantity >= 1),
  -- Of all its copies.
  price bigint not null check (price >= 0),
  paid_amount bigint not null check (paid_amount >= 0),
  remaining bigint generated always as (price - paid_amount) stored,
  custom_date date,
  notes text,
  month_id bigint,
  created_at timestamptz not null,
  created_by bigint not null,
  effective_date date not null generated always as (coalesce(custom_date, (created_at at time zone 'UTC')::date)) stored,
  version integer not null default 1,
  -- Whether it was paid out of the recorder's drawer (decision 54).
  from_drawer boolean not null default false,
  primary key (branch_id, id),
  constraint book_order_overpaid check (paid_amount <= price),
  constraint book_order_book foreign key (branch_id, book_id) references book (branch_id, id),
  constraint book_order_month foreign key (branch_id, month_id) references month (branch_id, id)
);
create index book_order_newest on book_order (branch_id, effective_date desc, id desc);
create index book_order_of_month on book_order (branch_id, month_id, effective_date desc, id desc);
create index book_order_owing on book_order (branch_id, effective_date desc, id desc) where remaining > 0;
create index book_order_of_book on book_order (branch_id, book_id);
create trigger book_order_version before update on book_order
  for each row execute function count_version('{effective_date,remaining}');

-- Books that were handed out, and their installments (decision 42): rows of the same table that hand out no copies and have no price.
create table book_payout (
  branch_id bigint not null references branch,
  id bigint generated always as identity,
  book_id bigint not null,
  student_id bigint not null,
  quantity bigint check (quantity >= 1),
  -- The price of one copy when it was handed out (decisions 14 and 36).
  unit_price bigint check (unit_price >= 0),
  paid_amount bigint not null check (paid_amount >= 0),
  custom_date date,
  notes text,
  month_id bigint,
  created_at timestamptz not null,
  created_by bigint not null,
  effective_date date not null generated always as (coalesce(custom_date, (created_at at time zone 'UTC')::date)) stored,
  version integer not null default 1,
  -- The payout that an installment pays for; null for a payout itself.
  related_id bigint,
  -- Of an installment, or of a payout within a collection (decision 104).
  receipt_number text,
  -- The sum of its installments, kept by pay_into_book_payout; 0 for an installment.
  installments_paid bigint not null default 0 check (installments_paid >= 0),
  folded text not null default '',
  price bigint generated always as (unit_price * quantity) stored,
  remaining bigint generated always as (unit_price * quantity - paid_amount - installments_paid) stored,
  collection_id bigint,
  primary key (branch_id, id),
  constraint book_payout_form check (
    (related_id is null and quantity is not null and unit_price is not null and (receipt_number is null or collection_id is not null))
    or (related_id is not null and quantity is null and unit_price is null and receipt_number is not null)),
  constraint book_payout_overpaid check (paid_amount + installments_paid <= unit_price * quantity),
  constraint book_payout_book foreign key (branch_id, book_id) references book (branch_id, id),
  constraint book_payout_student foreign key (branch_id, student_id) references student (branch_id, id),
  constraint book_payout_month foreign key (branch_id, month_id) references month (branch_id, id),
  constraint book_payout_collection foreign key (branch_id, collection_id) references collection (branch_id, id),
  -- An installment is of its payout's book and follows it to another student.
  constraint book_payout_payable unique (branch_id, id, student_id, book_id),
  constraint book_payout_related foreign key (branch_id, related_id, student_id, book_id)
    references book_payout (branch_id, id, student_id, book_id) on update cascade
);
create index book_payout_newest on book_payout (branch_id, effective_date desc, id desc)
  include (related_id, price, paid_amount, remaining);
create index book_payout_of_month on book_payout (branch_id, month_id, effective_date desc, id desc)
  include (related_id, price, paid_amount, remaining);
create index book_payout_of_recorder on book_payout (branch_id, created_by, effective_date desc, id desc);
create index book_payout_of_student on book_payout (branch_id, student_id);
create index book_payout_owing on book_payout (branch_id, effective_date desc, id desc) where remaining > 0;
create index book_payout_owing_of_student on book_payout (branch_id, student_id) include (effective_date, remaining) where remaining > 0;
create index book_payout_paid_by_student on book_payout (branch_id, student_id, effective_date desc, created_at desc)
  include (paid_amount) where paid_amount > 0;
create index book_payout_pieces on book_payout using gin (search_pieces(branch_id, '', folded));
create index book_payout_receipt on book_payout (branch_id, folded collate "C", id desc) where receipt_number is not null;
create index book_payout_receipt_number on book_payout (branch_id, (substring(folded from '[^0-9]0*([0-9]+)$')) collate "C", id desc)
  where receipt_number is not null and folded ~ '[^0-9][0-9]+$';
create index book_payout_of_book on book_payout (branch_id, book_id);
create index book_payout_installments on book_payout (branch_id, related_id) where related_id is not null;
create index book_payout_of_collection on book_payout (branch_id, collection_id) where collection_id is not null;
create trigger book_payout_version before update on book_payout
  for each row execute function count_version('{effective_date,price,remaining}');
create trigger book_payout_student_resolved before insert or update of student_id on book_payout
  for each row execute function resolve_student();

-- Adds an order to its book. The book of an order or payout never changes (decision 36), so an update concerns one book.
create function order_into_book() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.book_id <> old.book_id then
    raise exception 'the book of an order never changes' using errcode = 'check_violation';
  end if;
  update book set
    ordered = ordered + coalesce(new.quantity, 0) - coalesce(old.quantity, 0),
    orders_cost = orders_cost + coalesce(new.price, 0) - coalesce(old.price, 0)
  where branch_id = coalesce(new.branch_id, old.branch_id) and id = coalesce(new.book_id, old.book_id);
  return null;
end $$;
create trigger book_order_stock after insert or delete or update of book_id, quantity, price on book_order
  for each row execute function order_into_book();

-- Takes a payout from its book, whose constraint then refuses too much. An installment leaves the book alone.
create function pay_out_of_book() returns trigger language plpgsql as $$
declare
  payout book_payout := case when tg_op = 'DELETE' then old else new end;
begin
  if tg_op = 'UPDATE' and new.book_id <> old.book_id then
    raise exception 'the book of a payout never changes' using errcode = 'check_violation';
  end if;
  if payout.related_id is not null then
    return null;
  end if;
  update book set
    paid_out = paid_out + coalesce(new.quantity, 0) - coalesce(old.quantity, 0),
    payouts_price = payouts_price + coalesce(new.price, 0) - coalesce(old.price, 0)
  where branch_id = payout.branch_id and id = payout.book_id;
  return null;
end $$;
create trigger book_payout_stock after insert or delete or update of book_id, quantity, unit_price on book_payout
  for each row execute function pay_out_of_book();

-- Adds an installment to its payout, whose constraint then refuses too much.
create function pay_into_book_payout() returns trigger language plpgsql as $$
declare
  installment book_payout := case when tg_op = 'DELETE' then old else new end;
  difference bigint := 0;
begin
  if tg_op <> 'INSERT' then
    difference := difference - old.paid_amount;
  end if;
  if tg_op <> 'DELETE' then
    difference := difference + new.paid_amount;
  end if;
  if installment.related_id is null or difference = 0 then
    return null;
  end if;
  update book_payout set installments_paid = installments_paid + difference
    where branch_id = installment.branch_id and id = installment.related_id and related_id is null;
  if not found then
    raise exception 'an installment pays for a book payout' using
      errcode = 'foreign_key_violation', constraint = 'book_payout_related';
  end if;
  return null;
end $$;
create trigger book_payout_paid after insert or delete or update of paid_amount on book_payout
  for each row execute function pay_into_book_payout();

-- Reminders and promises about the debts of a student (decision 108). They move with the student, and are deleted with them.

create table reminder (
  branch_id bigint not null references branch,
  id bigint generated always as identity,
  student_id bigint not null,
  channel text not null,
  notes text,
  custom_date date,
  created_at timestamptz not null,
  created_by bigint not null,
  created_by_name text not null,
  version integer not null default 1,
  effective_date date not null generated always as (coalesce(custom_date, (created_at at time zone 'UTC')::date)) stored,
  primary key (branch_id, id),
  constraint reminder_student foreign key (branch_id, student_id) references student (branch_id, id) on delete cascade
);
create index reminder_newest on reminder (branch_id, effective_date desc, id desc);
create index reminder_of_student on reminder (branch_id, student_id, effective_date desc, id desc);
create trigger reminder_version before update on reminder
  for each row execute function count_version('{effective_date}');
create trigger reminder_student_resolved before insert or update of student_id on reminder
  for each row execute function resolve_student();

create table promise (
  branch_id bigint not null references branch,
  id bigint generated always as identity,
  student_id bigint not null,
  due_day date not null,
  amount bigint constraint promise_amount check (amount >= 0),
  withdrawn_on date,
  notes text,
  custom_date date,
  created_at timestamptz not null,
  created_by bigint not null,
  created_by_name text not null,
  version integer not null default 1,
  effective_date date not null generated always as (coalesce(custom_date, (created_at at time zone 'UTC')::date)) stored,
  primary key (branch_id, id),
  constraint promise_student foreign key (branch_id, student_id) references student (branch_id, id) on delete cascade
);
create index promise_newest on promise (branch_id, effective_date desc, id desc);
create index promise_of_student on promise (branch_id, student_id, effective_date desc, id desc);
create index promise_due on promise (branch_id, due_day) where withdrawn_on is null;
create trigger promise_version before update on promise
  for each row execute function count_version('{effective_date}');
create trigger promise_student_resolved before insert or update of student_id on promise
  for each row execute function resolve_student();

-- A promise is kept when its sum, or anything without a sum, was paid after it and until its day.
create function promise_state(it promise, today date) returns text language sql stable as $$
  select case
    when it.withdrawn_on is not null then 'withdrawn'
    when (
      select coalesce(sum(payment.paid_amount), 0) >= greatest(coalesce(it.amount, 1), 1)
      from (
        select one.effective_date, one.created_at, one.paid_amount from enrolment one
          where one.branch_id = it.branch_id and one.student_id = it.student_id and one.paid_amount > 0
            and one.effective_date between it.effective_date and it.due_day
        union all
        select one.effective_date, one.created_at, one.paid_amount from book_payout one
          where one.branch_id = it.branch_id and one.student_id = it.student_id and one.paid_amount > 0
            and one.effective_date between it.effective_date and it.due_day) as payment
      where (payment.effective_date, payment.created_at) > (it.effective_date, it.created_at)) then 'kept'
    when it.due_day < today then 'broken'
    else 'open' end
$$;

-- Identifies everything that is stored of a student: the row, all records and the decisions about the family, without columns that only
-- count changes. The undo of a merge compares it.
create function state_of_student(branch bigint, student_id bigint) returns text language sql stable as $$
  with part as (
    select 'student' as of, id, to_jsonb(it) as content from student it where branch_id = $1 and id = $2
    union all select 'enrolment', id, to_jsonb(it) from enrolment it where branch_id = $1 and it.student_id = $2
    union all select 'book_payout', id, to_jsonb(it) from book_payout it where branch_id = $1 and it.student_id = $2
    union all select 'reminder', id, to_jsonb(it) from reminder it where branch_id = $1 and it.student_id = $2
    union all select 'promise', id, to_jsonb(it) from promise it where branch_id = $1 and it.student_id = $2
    union all select 'family', other_id, to_jsonb(it) from family_pair it where branch_id = $1 and $2 in (it.student_id, other_id))
  select md5(string_agg(part.of || (content - '{version,summary_version,month_id}'::text[])::text, ',' order by part.of, id, content))
  from part;
$$;

create table employee (
  branch_id bigint not null references branch,
  id bigint generated always as identity,
  name text not null,
  job_title text not null,
  salary bigint not null check (salary >= 0),
  phone text not null,
  folded text not null,
  folded_name text not null,
  created_at timestamptz not null,
  effective_date date not null generated always as ((created_at at time zone 'UTC')::date) stored,
  version integer not null default 1,
  summary_version integer not null default 0,
  primary key (branch_id, id)
);
create index employee_newest on employee (branch_id, effective_date desc, id desc);
create trigger employee_version before update on employee
  for each row execute function count_version('{effective_date}', '{name,phone}');

create table salary (
  branch_id bigint not null references branch,
  id bigint generated always as identity,
  employee_id bigint not null,
  -- Both as they were when it was paid; a raise afterwards changes nothing here (decision 35).
  base_salary bigint not null check (base_salary >= 0),
  deducted bigint not null check (deducted >= 0),
  amount bigint not null generated always as (base_salary - deducted) stored,
  custom_date date,
  month_id bigint,
  created_at timestamptz not null,
  created_by bigint not null,
  effective_date date not null generated always as (coalesce(custom_date, (created_at at time zone 'UTC')::date)) stored,
  version integer not null default 1,
  primary key (branch_id, id),
  constraint salary_deducted check (deducted <= base_salary),
  constraint salary_employee foreign key (branch_id, employee_id) references employee (branch_id, id),
  constraint salary_month foreign key (branch_id, month_id) references month (branch_id, id),
  -- A deduction is settled by a salary of the same employee.
  constraint salary_settles unique (branch_id, id, employee_id)
);
-- One salary an employee and month (decision 15); waiting for a month counts as one.
create unique index salary_once on salary (branch_id, employee_id, coalesce(month_id, 0));
create index salary_newest on salary (branch_id, effective_date desc, id desc);
create index salary_of_month on salary (branch_id, month_id, effective_date desc, id desc);
create trigger salary_version before update on salary
  for each row execute function count_version('{effective_date,amount}');

create table deduction (
  branch_id bigint not null references branch,
  id bigint generated always as identity,
  employee_id bigint not null,
  amount bigint not null check (amount >= 0),
  reason text not null,
  custom_date date,
  -- The salary that it was taken off; null while it is open. One column: it cannot be settled twice (decision 15).
  settled_by_id bigint,
  month_id bigint,
  folded text not null,
  created_at timestamptz not null,
  created_by bigint not null,
  effective_date date not null generated always as (coalesce(custom_date, (created_at at time zone 'UTC')::date)) stored,
  version integer not null default 1,
  primary key (branch_id, id),
  constraint deduction_employee foreign key (branch_id, employee_id) references employee (branch_id, id),
  constraint deduction_month foreign key (branch_id, month_id) references month (branch_id, id),
  constraint deduction_settled foreign key (branch_id, settled_by_id, employee_id) references salary (branch_id, id, employee_id)
);
create index deduction_newest on deduction (branch_id, effective_date desc, id desc);
create index deduction_of_month on deduction (branch_id, month_id, effective_date desc, id desc);
create index deduction_of_employee on deduction (branch_id, employee_id, settled_by_id);
create index deduction_settled_by on deduction (branch_id, settled_by_id) where settled_by_id is not null;
create trigger deduction_version before update on deduction
  for each row execute function count_version('{effective_date}');

create table expense (
  branch_id bigint not null references branch,
  id bigint generated always as identity,
  title text not null,
  amount bigint not null check (amount >= 0),
  custom_date date,
  -- The person's name at that time (decision 17).
  created_by_name text not null,
  month_id bigint,
  folded text not null,
  created_at timestamptz not null,
  created_by bigint not null,
  effective_date date not null generated always as (coalesce(custom_date, (created_at at time zone 'UTC')::date)) stored,
  version integer not null default 1,
  from_drawer boolean not null default false,
  primary key (branch_id, id),
  constraint expense_month foreign key (branch_id, month_id) references month (branch_id, id)
);
create index expense_newest on expense (branch_id, effective_date desc, id desc);
create index expense_of_month on expense (branch_id, month_id, effective_date desc, id desc);
create trigger expense_version before update on expense
  for each row execute function count_version('{effective_date}');

-- Closing the drawer by person (decision 54).

create table drawer_close (
  branch_id bigint not null references branch,
  id bigint generated always as identity,
  user_id bigint not null,
  -- The close before it of the same person; null for their first.
  previous_id bigint,
  -- Pieces of each note and coin, by its decimal text.
  pieces jsonb not null,
  -- Money that was counted without pieces, and in all.
  other bigint not null check (other >= 0),
  counted bigint not null check (counted >= 0),
  -- The money in the drawer when the period began, and the money that stays in it for the next one.
  float bigint not null check (float >= 0),
  kept bigint not null check (kept >= 0),
  -- The float and the amounts of its lines.
  expected bigint not null,
  notes text,
  reason text,
  created_at timestamptz not null,
  finished_at timestamptz,
  -- The manager who closed it in place of a disabled user (decision 120); null for a close of one's own.
  closed_by bigint,
  -- The counts that a later count replaced before the reason was given, oldest first.
  earlier_counts jsonb not null default '[]',
  primary key (branch_id, id),
  constraint drawer_close_kept check (kept <= counted),
  constraint drawer_close_explained check (finished_at is null or counted = expected or reason is not null),
  constraint drawer_close_explained_by_other
    check (closed_by is null or (closed_by <> user_id and (finished_at is null or reason is not null))),
  constraint drawer_close_previous foreign key (branch_id, previous_id) references drawer_close (branch_id, id)
);
-- One after the other: a person finishes a close before the next one begins.
create unique index drawer_close_unfinished on drawer_close (branch_id, user_id) where finished_at is null;
create unique index drawer_close_chain on drawer_close (branch_id, user_id, coalesce(previous_id, 0));
create index drawer_close_of_user on drawer_close (branch_id, user_id, id desc);
create index drawer_close_by_time on drawer_close (branch_id, created_at) include (user_id);
create index drawer_close_differing on drawer_close (branch_id, created_at) include (user_id, counted, expected)
  where counted <> expected;

-- Returns the count of a close as an entry of its earlier counts; piastres as text.
create function count_of(it drawer_close, replaced_at timestamptz) returns jsonb language sql stable as $$
  select jsonb_build_array(jsonb_build_object('pieces', it.pieces, 'other', it.other::text, 'counted', it.counted::text,
    'kept', it.kept::text, 'at', to_char(replaced_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')));
$$;

-- A close stays as it was counted. Before it is finished its reason is added once, or another count takes the place of one that stays in
-- earlier_counts.
create function drawer_close_stays() returns trigger language plpgsql as $$
declare
  explained constant text[] := array['expected', 'reason', 'finished_at', 'closed_by'];
  counted constant text[] := array['pieces', 'other', 'counted', 'kept', 'earlier_counts'];
begin
  if tg_op = 'UPDATE' and old.finished_at is null then
    if to_jsonb(old) - explained = to_jsonb(new) - explained then
      return new;
    end if;
    if to_jsonb(old) - explained - counted = to_jsonb(new) - explained - counted
      and new.earlier_counts - (-1) = old.earlier_counts
      and (new.earlier_counts -> -1) - 'at' = (count_of(old, now()) -> 0) - 'at' then
      return new;
    end if;
  end if;
  raise exception 'a drawer close stays as it was counted' using errcode = 'insufficient_privilege';
end $$;
create trigger drawer_close_stays before update or delete on drawer_close
  for each row execute function drawer_close_stays();

-- One line for each record that moved money into or out of a drawer, written with the record. The next close of its user takes it. Money
-- that a close has counted can be changed later (decision 140): the difference is a further line in the drawer of the person who changes it.
create table drawer_line (
  branch_id bigint not null references branch,
  -- The table of the record and its id there.
  source text not null,
  record_id bigint not null,
  user_id bigint not null,
  resource text not null,
  part text not null check (part in ('enrolment', 'installment', 'collection', 'payout', 'expense', 'order', 'correction')),
  -- Negative for money that was paid out.
  amount bigint not null,
  -- The amount of the record now, if it was changed after the close; 0 if it was deleted.
  amount_now bigint,
  close_id bigint,
  at timestamptz not null,
  -- 0 for the line of the record itself; corrections count on. All lines of a record together are the money that it moved.
  turn integer not null default 0,
  primary key (branch_id, source, record_id, turn),
  constraint drawer_line_close foreign key (branch_id, close_id) references drawer_close (branch_id, id),
  constraint drawer_line_changed check (amount_now is null or (close_id is not null and amount_now <> amount)),
  constraint drawer_line_correction check ((turn > 0) = (part = 'correction'))
);
create index drawer_line_open on drawer_line (branch_id, user_id, at) include (part, amount) where close_id is null;
create index drawer_line_of_close on drawer_line (branch_id, close_id) where close_id is not null;
create index drawer_line_changed on drawer_line (branch_id, close_id) where amount_now is not null;

-- A close keeps its lines, with their amounts.
create function drawer_line_stays() returns trigger language plpgsql as $$
begin
  if old.close_id is null and tg_op = 'DELETE' then
    return old;
  end if;
  if tg_op = 'UPDATE' and (old.close_id is null or (new.amount = old.amount and new.close_id = old.close_id)) then
    return new;
  end if;
  raise exception 'a line of a drawer close stays' using errcode = 'insufficient_privilege';
end $$;
create trigger drawer_line_stays before update or delete on drawer_line
  for each row execute function drawer_line_stays();

-- Keeps the line of a record. An update waits for a close that is counting the line, and then finds it closed. The server names the person
-- who changes a counted record, and the time, in the settings branch_desk.user and branch_desk.at; without them it is the recorder, now.
create function count_in_drawer(line drawer_line, was bigint, becomes bigint) returns void language plpgsql as $$
declare
  counted boolean;
begin
  if was = becomes then
    return;
  end if;
  line.turn := 0;
  if was = 0 then
    line.amount := becomes;
    insert into drawer_line select line.* on conflict do nothing;
    if found then
      return;
    end if;
  end if;
  update drawer_line set
    amount = case when close_id is null then becomes else amount end,
    amount_now = case when close_id is not null then nullif(becomes, amount) end
  where branch_id = line.branch_id and source = line.source and record_id = line.record_id and turn = 0
  returning close_id is not null into counted;
  -- The line was there at first, and a close has dropped it meanwhile.
  if not found and was = 0 then
    insert into drawer_line select line.*;
  end if;
  if not coalesce(counted, false) then
    return;
  end if;
  line.user_id := coalesce(nullif(current_setting('branch_desk.user', true), '')::bigint, line.user_id);
  update drawer_line set amount = amount + becomes - was
  where branch_id = line.branch_id and source = line.source and record_id = line.record_id and turn > 0
    and user_id = line.user_id and close_id is null;
  if found then
    return;
  end if;
  line.part := 'correction';
  line.amount := becomes - was;
  line.at := coalesce(nullif(current_setting('branch_desk.at', true), '')::timestamptz, now());
  select max(turn) + 1 into line.turn from drawer_line
  where branch_id = line.branch_id and source = line.source and record_id = line.record_id;
  insert into drawer_line select line.*;
end $$;

create function drawer_part(related_id bigint, collection_id bigint, own text) returns text language sql immutable as $$
  select case when related_id is null then own when collection_id is null then 'installment' else 'collection' end;
$$;

-- An imported enrolment was paid before, into no drawer.
create function enrolment_in_drawer() returns trigger language plpgsql as $$
declare
  it enrolment := case when tg_op = 'DELETE' then old else new end;
begin
  if it.import_id is not null then
    return null;
  end if;
  perform count_in_drawer(
    row(it.branch_id, 'enrolment', it.id, it.created_by, it.kind, drawer_part(it.related_id, it.collection_id, 'enrolment'),
      0, null, null, it.created_at, 0)::drawer_line,
    case when tg_op = 'INSERT' then 0 else old.paid_amount end,
    case when tg_op = 'DELETE' then 0 else new.paid_amount end);
  return null;
end $$;
create trigger enrolment_in_drawer after insert or delete or update of paid_amount on enrolment
  for each row execute function enrolment_in_drawer();

create function book_payout_in_drawer() returns trigger language plpgsql as $$
declare
  it book_payout := case when tg_op = 'DELETE' then old else new end;
begin
  perform count_in_drawer(
    row(it.branch_id, 'book_payout', it.id, it.created_by, 'book-payout', drawer_part(it.related_id, it.collection_id, 'payout'),
      0, null, null, it.created_at, 0)::drawer_line,
    case when tg_op = 'INSERT' then 0 else old.paid_amount end,
    case when tg_op = 'DELETE' then 0 else new.paid_amount end);
  return null;
end $$;
create trigger book_payout_in_drawer after insert or delete or update of paid_amount on book_payout
  for each row execute function book_payout_in_drawer();

create function expense_in_drawer() returns trigger language plpgsql as $$
declare
  it expense := case when tg_op = 'DELETE' then old else new end;
begin
  perform count_in_drawer(
    row(it.branch_id, 'expense', it.id, it.created_by, 'expense', 'expense', 0, null, null, it.created_at, 0)::drawer_line,
    case when tg_op <> 'INSERT' and old.from_drawer then -old.amount else 0 end,
    case when tg_op <> 'DELETE' and new.from_drawer then -new.amount else 0 end);
  return null;
end $$;
create trigger expense_in_drawer after insert or delete or update of amount, from_drawer on expense
  for each row execute function expense_in_drawer();

create function book_order_in_drawer() returns trigger language plpgsql as $$
declare
  it book_order := case when tg_op = 'DELETE' then old else new end;
begin
  perform count_in_drawer(
    row(it.branch_id, 'book_order', it.id, it.created_by, 'book-order', 'order', 0, null, null, it.created_at, 0)::drawer_line,
    case when tg_op <> 'INSERT' and old.from_drawer then -old.paid_amount else 0 end,
    case when tg_op <> 'DELETE' and new.from_drawer then -new.paid_amount else 0 end);
  return null;
end $$;
create trigger book_order_in_drawer after insert or delete or update of paid_amount, from_drawer on book_order
  for each row execute function book_order_in_drawer();

-- Counts a drawer: locks the user, checks that their last close is finished and the one that was counted after, takes all lines of the user
-- that have no close, adds them up and stores the close. A line that is written at the same time is seen and counted, or stays for the next
-- close; one that is being changed is waited for. Lines of 0 are dropped. Without a difference the close is finished, and in place of a
-- disabled user, who is locked before they are looked at. The count of the last close is not made again while no money came in or went out:
-- a device that lost the answer sent it. `it.previous_id` is the close that was counted after, compared if `knows_last`.
create function count_drawer(
  it drawer_close, knows_last boolean,
  out refusal text, out close drawer_close, out since timestamptz, out user_name text, out parts json
) language plpgsql as $$
declare
  last drawer_close;
  own bigint;
  disabled timestamptz;
begin
  select disabled_at into disabled from app_user where branch_id = it.branch_id and id = it.user_id for no key update;
  if it.closed_by is not null and disabled is null then
    refusal := 'signs-in';
    return;
  end if;
  select * into last from drawer_close where branch_id = it.branch_id and user_id = it.user_id order by id desc limit 1;
  if last.id is not null and last.finished_at is null then
    refusal := 'unfinished';
    return;
  end if;
  if knows_last and it.previous_id is distinct from last.id then
    refusal := 'closed-meanwhile';
    return;
  end if;
  if it.counted = last.counted and it.counted <> last.kept and last.created_at > it.created_at - interval '1 hour' and not exists (
    select from drawer_line where branch_id = it.branch_id and close_id is null and user_id = it.user_id and amount <> 0
  ) then
    refusal := 'same-count';
    return;
  end if;
  own := nextval('drawer_close_id_seq');
  it.float := coalesce(last.kept, it.float);
  with dropped as (
    delete from drawer_line where branch_id = it.branch_id and user_id = it.user_id and close_id is null and amount = 0
  ), taken as (
    update drawer_line set close_id = own
    where branch_id = it.branch_id and user_id = it.user_id and close_id is null and amount <> 0
    returning part, amount
  ), by_part as (
    select part, count(*) as count, sum(amount) as total from taken group by part
  ), summed as (
    select it.float + coalesce(sum(total), 0)::bigint as expected,
      coalesce(json_agg(json_build_object('part', part, 'count', count, 'total', total::text) order by part), '[]') as parts
    from by_part
  ), made as (
    insert into drawer_close (branch_id, id, user_id, previous_id, pieces, other, counted, float, kept, expected, notes, reason, created_at,
      finished_at, closed_by)
    overriding system value
    select it.branch_id, own, it.user_id, last.id, it.pieces, it.other, it.counted, it.float, it.kept, expected, it.notes, it.reason,
      it.created_at, case when expected = it.counted or it.reason is not null then it.created_at end, it.closed_by
    from summed
    returning *
  )
  select summed.parts, made.id, made.previous_id, made.expected, made.finished_at
  into parts, it.id, it.previous_id, it.expected, it.finished_at from made, summed;
  close := it;
  since := last.created_at;
  user_name := person_name(it.branch_id, it.user_id);
end $$;

-- Each print of a receipt, so that later ones are marked as copies (decision 52). `what` is a resource, or "collection".
create table receipt_print (
  branch_id bigint not null references branch,
  id bigint generated always as identity,
  what text not null,
  record_id bigint not null,
  copy integer not null check (copy > 0),
  -- By the clock of the device, never later than the server's.
  printed_at timestamptz not null,
  created_at timestamptz not null,
  created_by bigint not null,
  primary key (branch_id, id),
  constraint receipt_print_copy unique (branch_id, what, record_id, copy)
);

-- A payment that was printed and then deleted keeps its number, as the record was (decision 55).
create table cancelled_payment (
  branch_id bigint not null references branch,
  id bigint generated always as identity,
  what text not null,
  record_id bigint not null,
  collection_id bigint,
  student_id bigint,
  record jsonb not null,
  reason text not null,
  cancelled_at timestamptz not null,
  cancelled_by bigint not null,
  primary key (branch_id, id),
  constraint cancelled_payment_once unique (branch_id, what, record_id)
);
create index cancelled_payment_of_student on cancelled_payment (branch_id, student_id, id desc);
create index cancelled_payment_of_collection on cancelled_payment (branch_id, collection_id) where collection_id is not null;

create function receipts_stay() returns trigger language plpgsql as $$
begin
  raise exception 'a printed receipt stays as it was' using errcode = 'insufficient_privilege';
end $$;
create trigger receipt_print_stays before update or delete on receipt_print
  for each row execute function receipts_stay();
create trigger cancelled_payment_stays before update or delete on cancelled_payment
  for each row execute function receipts_stay();
