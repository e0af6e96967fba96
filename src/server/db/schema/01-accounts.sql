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
  version integer not null default 1,
  -- How money is paid beside cash, in the branch's order (decision 130); those it removed stay, marked, since records name them.
  payment_methods jsonb not null default '[]',
  -- What expenses are for (decision 135); removed ones stay, marked.
  expense_categories jsonb not null default '[]',
  -- What discounts are for, what enrolments cost, and how many percent staff may give; without the last any (decision 132).
  discount_reasons jsonb not null default '[]',
  price_list jsonb not null default '[]',
  staff_discount_limit text constraint branch_settings_discount_limit
    check (staff_discount_limit ~ '^(100|[0-9]{1,2}(\.[0-9]{1,2})?)$'),
  -- Whether every manager needs a second factor (decision 160).
  second_factor text not null default 'optional' constraint branch_settings_second_factor
    check (second_factor in ('optional', 'managers')),
  -- IANA name of the zone, and hour, by which the days of the branch are told (decision 173).
  time_zone text not null default 'Africa/Cairo',
  day_begins text not null default '0' constraint branch_settings_day_begins check (day_begins ~ '^([0-9]|1[01])$')
);

-- Who signs in, wherever they work (decision 159).
create table person (
  id bigint generated always as identity primary key,
  -- Where their sign-ins begin, and whose managers name, disable and reset them.
  home_branch_id bigint not null references branch,
  email text not null,
  -- scrypt with its parameters and salt, see passwords.ts.
  password_hash text not null,
  first_name text not null,
  last_name text not null,
  language text constraint person_language check (language in ('ar', 'en')),
  digits text constraint person_digits check (digits in ('latin', 'arabic-indic')),
  -- How often the home branch has disabled them, and when it did last.
  times_disabled integer not null default 0,
  disabled_at timestamptz
);
create unique index person_email on person (lower(email));

-- A person as a user of one branch: records name these, each one of its own branch (decision 24).
create table app_user (
  branch_id bigint not null references branch,
  id bigint generated always as identity,
  person_id bigint not null references person on delete cascade,
  account_type text not null check (account_type in ('staff', 'manager')),
  created_at timestamptz not null default now(),
  -- Since when the branch itself lets the user do nothing; null where it does not.
  disabled_at timestamptz,
  -- `times_disabled` of the person when the branch enabled the user last. A number, since clocks of nodes differ and run back.
  enabled_after integer not null default 0,
  -- The key that the user's devices encrypt unsent entries with while the user is signed out (decision 97): 244 random bits.
  storage_key bytea not null default decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'),
  -- Since when managers may send what this disabled user left on devices (decision 103). It stays when the user is enabled again.
  handed_over_at timestamptz,
  -- Whether a manager gets the daily mail, and of which day the last one was (decision 158).
  daily_mail boolean not null default false,
  daily_mailed date,
  primary key (branch_id, id),
  constraint app_user_person unique (branch_id, person_id)
);
create unique index app_user_id on app_user (id);
create index app_user_of_person on app_user (person_id);


-- Users with the facts of their persons. Who is disabled at home is disabled in every branch, until it enables them again.
create view branch_user as
select account.branch_id, account.id, account.person_id, account.account_type, account.created_at, account.storage_key,
  account.handed_over_at, account.daily_mail, account.daily_mailed, person.home_branch_id, person.email, person.password_hash,
  person.first_name, person.last_name, person.language, person.digits,
  coalesce(account.disabled_at, case when account.enabled_after < person.times_disabled then person.disabled_at end) as disabled_at
from app_user as account join person on person.id = account.person_id;

-- Returns a user's name, with the first part of the email address where another user of the branch has the same name, or that part alone
-- where there is no name. PL/pgSQL keeps its plan; every write calls it for the history. It reads no view, which nodes would lack.
create function person_name(of_branch bigint, of_user bigint) returns text language plpgsql stable as $$
declare
  it person;
  name text;
begin
  select person.* into it from app_user as account join person on person.id = account.person_id
    where account.branch_id = of_branch and account.id = of_user;
  name := trim(it.first_name || ' ' || it.last_name);
  if name = '' then
    return split_part(it.email, '@', 1);
  end if;
  if exists (
    select from app_user as account join person as other on other.id = account.person_id
    where account.branch_id = of_branch and other.id <> it.id and lower(trim(other.first_name || ' ' || other.last_name)) = lower(name)
  ) then
    return name || ' (' || split_part(it.email, '@', 1) || ')';
  end if;
  return name;
end $$;

-- One row per sign-in (decision 48). Its refresh tokens carry the generation that they were made in.
create table session (
  id uuid primary key default gen_random_uuid(),
  person_id bigint not null,
  branch_id bigint not null,
  -- The session that a sign-in has begun, of one in another branch: it ends with it (decision 159).
  sign_in uuid references session on delete cascade,
  generation integer not null default 0,
  created_at timestamptz not null default now(),
  -- No use prolongs it beyond that.
  ends_at timestamptz not null default now() + interval '90 days',
  expires_at timestamptz not null,
  device text,
  agent text,
  last_used_at timestamptz not null default now(),
  -- When the current generation began: the one before it is good for a moment longer, and until this one was used.
  rotated_at timestamptz,
  -- The last generation of which a token was used.
  used_generation integer not null default 0,
  foreign key (branch_id, person_id) references app_user (branch_id, person_id) on delete cascade
);
create index session_of_person on session (person_id);
create unique index session_of_sign_in on session (sign_in, branch_id);
create index session_expiry on session (expires_at);

-- Where a person has signed in lately: password guesses from elsewhere use up no attempts of these places (decision 121).
create table known_source (
  person_id bigint not null references person on delete cascade,
  source text not null,
  last_used_at timestamptz not null default now(),
  primary key (person_id, source)
);

-- Links for a new password (decision 25). Only the SHA-256 of a link's token is kept, in hex.
create table password_reset (
  token_hash text primary key check (length(token_hash) = 64),
  person_id bigint not null references person on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index password_reset_of_person on password_reset (person_id);

-- A new email address waits here until the mailed link is opened (decision 49).
create table email_change (
  person_id bigint primary key references person on delete cascade,
  email text not null,
  token_hash text not null check (length(token_hash) = 64),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
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

-- With which spreadsheets read exports and the report (decision 157). Only the SHA-256 of a token is kept, in hex.
create table spreadsheet_token (
  branch_id bigint not null references branch,
  id bigint generated always as identity,
  user_id bigint not null,
  name text not null,
  token_hash text not null check (length(token_hash) = 64),
  created_at timestamptz not null default now(),
  -- Null never expires.
  expires_at timestamptz,
  last_used_at timestamptz,
  primary key (branch_id, id),
  foreign key (branch_id, user_id) references app_user (branch_id, id) on delete cascade
);
create unique index spreadsheet_token_hash on spreadsheet_token (token_hash);

-- The authenticator app of a person: its secret, encrypted with a key of the server, and the step of the last code that was accepted, which
-- never counts twice (decision 160).
create table totp (
  person_id bigint primary key references person on delete cascade,
  secret bytea not null,
  last_step bigint not null,
  created_at timestamptz not null default now()
);

-- Passkeys as a second factor. A passkey signs for the host that it was made for, `rp_id`.
create table passkey (
  person_id bigint not null references person on delete cascade,
  id bigint generated always as identity,
  name text not null,
  rp_id text not null,
  -- In base64url, as WebAuthn names it.
  credential_id text not null,
  public_key bytea not null,
  -- Of its signatures; 0 where the device counts none.
  counter bigint not null,
  transports text[] not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (person_id, id)
);
create unique index passkey_credential on passkey (person_id, credential_id);

-- Each signs in once in place of the factor. Only the SHA-256 of a code is kept, in hex; a used one goes.
create table recovery_code (
  person_id bigint not null references person on delete cascade,
  code_hash text not null check (length(code_hash) = 64),
  primary key (person_id, code_hash)
);

-- The step after a right password, for some minutes: of a sign-in, an approval, or the set-up of a factor (see challenges.ts).
create table factor_challenge (
  -- SHA-256 of the token, in hex.
  token_hash text primary key check (length(token_hash) = 64),
  person_id bigint not null references person on delete cascade,
  purpose text not null check (purpose in ('sign-in', 'approval', 'change', 'owed', 'set-up', 'set-up-at-sign-in')),
  -- SHA-256 of the stored password: another password makes it worthless.
  password_tag text not null,
  -- What else it is for: the write of an approval.
  bound_to text not null,
  attempts integer not null default 0,
  -- What a passkey signs, in base64url.
  passkey_challenge text,
  -- A secret that is being set up, encrypted.
  totp_secret bytea,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index factor_challenge_of_person on factor_challenge (person_id);
create index factor_challenge_age on factor_challenge (expires_at);

-- Managers of a branch that asks every manager for a second factor (decision 160), and those of them who may do nothing before they set one up.
create view must_have_factor as
select account.person_id from branch_user as account join branch_settings using (branch_id)
where second_factor = 'managers' and account.account_type = 'manager' and account.disabled_at is null;

create view owes_factor as
select person_id from must_have_factor
where not exists (select from totp where totp.person_id = must_have_factor.person_id)
  and not exists (select from passkey where passkey.person_id = must_have_factor.person_id);

-- The numbers of branches and of what travels with them are those of no other database, so that a branch can be moved into any: each begins
-- somewhere else.
select setval(pg_get_serial_sequence(name, 'id'), (1e13 + random() * 8e13)::bigint)
from unnest('{branch,person,app_user,passkey}'::text[]) as name;

-- The account at the provider of single sign-on that a person is connected to (decision 161). An account belongs to one person.
create table oidc_identity (
  person_id bigint primary key references person on delete cascade,
  issuer text not null,
  subject text not null,
  created_at timestamptz not null default now()
);
create unique index oidc_identity_subject on oidc_identity (issuer, subject);

-- Whom the provider has named waits here until the browser fetches the tokens, once (decision 161).
create table oidc_code (
  -- SHA-256 of the code in the address and the secret in the cookie, in hex.
  code_hash text primary key check (length(code_hash) = 64),
  person_id bigint not null references person on delete cascade,
  -- SHA-256 of the stored password hash, in hex: another password ends the code.
  password_mark text not null check (length(password_mark) = 64),
  expires_at timestamptz not null
);
create index oidc_code_of_person on oidc_code (person_id);

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

-- Of a branch that was restored alone (decision 200): its devices notice, and no others do.
create table branch_generation (
  branch_id bigint primary key references branch,
  id uuid not null default gen_random_uuid(),
  restored_from timestamptz not null
);

-- The generation that devices of a branch are told.
create function current_generation(of_branch bigint) returns generation language plpgsql stable as $$
declare
  it generation;
  own branch_generation;
begin
  select * into it from generation;
  select * into own from branch_generation where branch_id = of_branch;
  if found then
    it.id := own.id;
    it.restored_from := own.restored_from;
  end if;
  return it;
end $$;

-- Whether a backup is being written into this database: its rows hold all sums and counts, and replace what otherwise stays. Triggers that
-- count, or that keep rows as they are, then do nothing (backups/restore-branch.ts).
create function is_restoring() returns boolean language sql stable as $$
  select current_setting('branch_desk.restoring', true) is not distinct from 'yes'
$$;

-- Where these tables are if the database has several nodes (deploy/citus): with a copy on each, or on the coordinator alone. All other tables
-- are distributed by branch.
comment on table branch is 'directory';
comment on table branch_settings is 'directory';
comment on table person is 'directory';
comment on table app_user is 'directory';
comment on table generation is 'directory';
comment on table session is 'coordinator';
comment on table known_source is 'coordinator';
comment on table password_reset is 'coordinator';
comment on table email_change is 'coordinator';
comment on table approval is 'coordinator';
comment on table spreadsheet_token is 'coordinator';
comment on table totp is 'coordinator';
comment on table passkey is 'coordinator';
comment on table recovery_code is 'coordinator';
comment on table factor_challenge is 'coordinator';
comment on table oidc_identity is 'coordinator';
comment on table oidc_code is 'coordinator';
comment on table first_run is 'coordinator';
