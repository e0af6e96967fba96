-- Branches, the people who sign in, and their sessions.
-- Every other table is keyed by branch first, so that it can be spread over machines by branch.

create table branch (
  id bigint generated always as identity primary key,
  name text not null,
  address text not null default '',
  created_at timestamptz not null default now()
);

create unique index branch_name on branch (lower(name));

create table app_user (
  branch_id bigint not null references branch,
  id bigint generated always as identity,
  email text not null,
  -- scrypt with its parameters and salt, see store/passwords.ts
  password_hash text not null,
  first_name text not null,
  last_name text not null,
  account_type text not null check (account_type in ('staff', 'manager')),
  created_at timestamptz not null default now(),
  primary key (branch_id, id)
);

create unique index app_user_email on app_user (lower(email));
create unique index app_user_id on app_user (id);

-- One row per sign-in. Its refresh tokens carry the generation they were made in.
create table session (
  branch_id bigint not null,
  id uuid not null default gen_random_uuid(),
  user_id bigint not null,
  generation integer not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (branch_id, id),
  foreign key (branch_id, user_id) references app_user (branch_id, id) on delete cascade
);

create index session_of_user on session (branch_id, user_id);
