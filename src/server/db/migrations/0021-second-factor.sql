-- Whether every manager of a branch needs a second factor (decision 160).
alter table branch_settings
  add column second_factor text not null default 'optional' constraint branch_settings_second_factor
    check (second_factor in ('optional', 'managers'));

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
  purpose text not null check (purpose in ('sign-in', 'approval', 'owed', 'set-up', 'set-up-at-sign-in')),
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
