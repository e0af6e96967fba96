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

create table app_user (
  branch_id bigint not null references branch,
  id bigint generated always as identity,
  email text not null,
  -- scrypt with its parameters and salt, see passwords.ts; null for a user whose home user is in another branch.
  password_hash text,
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
  -- Whether a manager gets the daily mail, and of which day the last one was (decision 158).
  daily_mail boolean not null default false,
  daily_mailed date,
  -- A person of several branches has a user in each (decision 159). The home user has address, password and profile; the others follow it.
  home_branch_id bigint,
  home_user_id bigint,
  primary key (branch_id, id),
  constraint app_user_home foreign key (home_branch_id, home_user_id) references app_user (branch_id, id) on delete cascade,
  constraint app_user_home_or_password
    check (num_nulls(home_branch_id, home_user_id) = case when password_hash is null then 0 else 2 end),
  constraint app_user_home_elsewhere check (home_branch_id <> branch_id)
);
create unique index app_user_email on app_user (lower(email)) where home_user_id is null;
create unique index app_user_id on app_user (id);
create unique index app_user_of_home on app_user (home_branch_id, home_user_id, branch_id) where home_user_id is not null;
-- The managers of a branch, of whom one must stay.
create index app_user_managers on app_user (branch_id, id) where account_type = 'manager' and disabled_at is null;

-- The numbers of branches and users are those of no other database, so that a branch can be moved into any: each begins somewhere else.
select setval(pg_get_serial_sequence(name, 'id'), (1e13 + random() * 8e13)::bigint) from unnest('{branch,app_user}'::text[]) as name;

-- Who is disabled at home is disabled everywhere; each branch enables them again.
create function copy_home_user() returns trigger language plpgsql as $$
begin
  update app_user set email = new.email, first_name = new.first_name, last_name = new.last_name, language = new.language, digits = new.digits,
    disabled_at = case when new.disabled_at is null then disabled_at else coalesce(disabled_at, new.disabled_at) end
  where home_branch_id = new.branch_id and home_user_id = new.id;
  return null;
end $$;
create trigger home_user_copied after update of email, first_name, last_name, language, digits, disabled_at on app_user
  for each row when (new.home_user_id is null) execute function copy_home_user();

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
  -- No use prolongs it beyond that.
  ends_at timestamptz not null default now() + interval '90 days',
  expires_at timestamptz not null,
  device text,
  agent text,
  last_used_at timestamptz not null default now(),
  -- When the current generation began: the one before it is good for a moment longer, and until this one was used.
  rotated_at timestamptz,
  -- The session of the sign-in that one in another branch belongs to: it ends with it (decision 159).
  root_branch_id bigint,
  root_id uuid,
  -- The last generation of which a token was used.
  used_generation integer not null default 0,
  primary key (branch_id, id),
  foreign key (branch_id, user_id) references app_user (branch_id, id) on delete cascade,
  constraint session_root foreign key (root_branch_id, root_id) references session (branch_id, id) on delete cascade
    deferrable initially deferred
);
create index session_of_user on session (branch_id, user_id);
create index session_of_root on session (root_branch_id, root_id) where root_id is not null;
create index session_expiry on session (expires_at);

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

-- A token for spreadsheets ends with the right of who made it, and with their password, and does not come back (decision 157).
create function end_spreadsheet_tokens() returns trigger language plpgsql as $$
begin
  update spreadsheet_token set expires_at = now()
  where (expires_at is null or expires_at > now()) and (branch_id, user_id) in (
    select branch_id, id from app_user where (branch_id, id) = (new.branch_id, new.id)
      or (new.password_hash is distinct from old.password_hash and (home_branch_id, home_user_id) = (new.branch_id, new.id)));
  return null;
end $$;
create trigger spreadsheet_tokens_ended after update of password_hash, disabled_at, account_type on app_user
  for each row when (new.password_hash is distinct from old.password_hash
    or (new.disabled_at is not null and old.disabled_at is null)
    or new.account_type <> old.account_type)
  execute function end_spreadsheet_tokens();

-- The authenticator app of a user: its secret, encrypted with a key of the server, and the step of the last code that was accepted, which
-- never counts twice (decision 160).
create table totp (
  branch_id bigint not null,
  user_id bigint not null,
  secret bytea not null,
  last_step bigint not null,
  created_at timestamptz not null default now(),
  primary key (branch_id, user_id),
  foreign key (branch_id, user_id) references app_user (branch_id, id) on delete cascade
);

-- Passkeys as a second factor. A passkey signs for the host that it was made for, `rp_id`.
create table passkey (
  branch_id bigint not null,
  id bigint generated always as identity,
  user_id bigint not null,
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
  primary key (branch_id, id),
  foreign key (branch_id, user_id) references app_user (branch_id, id) on delete cascade
);
create unique index passkey_credential on passkey (branch_id, user_id, credential_id);

-- Each signs in once in place of the factor. Only the SHA-256 of a code is kept, in hex; a used one goes.
create table recovery_code (
  branch_id bigint not null,
  user_id bigint not null,
  code_hash text not null check (length(code_hash) = 64),
  primary key (branch_id, user_id, code_hash),
  foreign key (branch_id, user_id) references app_user (branch_id, id) on delete cascade
);

-- The step after a right password, for some minutes: of a sign-in, an approval, or the set-up of a factor (see challenges.ts).
create table factor_challenge (
  branch_id bigint not null,
  -- SHA-256 of the token, in hex.
  token_hash text not null check (length(token_hash) = 64),
  user_id bigint not null,
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
  expires_at timestamptz not null,
  primary key (branch_id, token_hash),
  foreign key (branch_id, user_id) references app_user (branch_id, id) on delete cascade
);
create index factor_challenge_age on factor_challenge (branch_id, expires_at);

-- Whether a home user is manager in a branch that asks every manager for a second factor (decision 160): in their own, or in another of theirs.
create function must_have_factor(of_branch bigint, of_user bigint) returns boolean language plpgsql stable as $$
begin
  return exists (
    select from app_user there join branch_settings settings on settings.branch_id = there.branch_id
    where settings.second_factor = 'managers' and there.account_type = 'manager' and there.disabled_at is null
      and ((there.branch_id = of_branch and there.id = of_user)
        or (there.home_branch_id = of_branch and there.home_user_id = of_user)));
end $$;

-- Whether a user may do nothing before a second factor is set up. Factors belong to the home user.
create function owes_factor(of_branch bigint, of_user bigint) returns boolean language plpgsql stable as $$
declare
  home app_user;
begin
  select its_home.* into home from app_user own
    join app_user its_home on its_home.branch_id = coalesce(own.home_branch_id, own.branch_id)
      and its_home.id = coalesce(own.home_user_id, own.id)
    where own.branch_id = of_branch and own.id = of_user;
  return must_have_factor(home.branch_id, home.id)
    and not exists (select from totp where branch_id = home.branch_id and user_id = home.id)
    and not exists (select from passkey where branch_id = home.branch_id and user_id = home.id);
end $$;

-- The account at the provider of single sign-on that a user is connected to (decision 161). An account belongs to one user.
create table oidc_identity (
  branch_id bigint not null,
  user_id bigint not null,
  issuer text not null,
  subject text not null,
  created_at timestamptz not null default now(),
  primary key (branch_id, user_id),
  foreign key (branch_id, user_id) references app_user (branch_id, id) on delete cascade
);
create unique index oidc_identity_subject on oidc_identity (issuer, subject);

-- Whom the provider has named waits here until the browser fetches the tokens, once (decision 161).
create table oidc_code (
  branch_id bigint not null,
  -- SHA-256 of the code in the address and the secret in the cookie, in hex.
  code_hash text not null check (length(code_hash) = 64),
  user_id bigint not null,
  -- SHA-256 of the stored password hash, in hex: another password ends the code.
  password_mark text not null check (length(password_mark) = 64),
  expires_at timestamptz not null,
  primary key (branch_id, code_hash),
  foreign key (branch_id, user_id) references app_user (branch_id, id) on delete cascade
);
create unique index oidc_code_hash on oidc_code (code_hash);
create index oidc_code_of_user on oidc_code (branch_id, user_id);

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
