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
