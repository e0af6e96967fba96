-- Links with which people set a new password (decision 25). Of what stands in a link only the sha-256 is kept, as hex digits.

create table password_reset (
  branch_id bigint not null,
  token_hash text not null check (length(token_hash) = 64),
  user_id bigint not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (branch_id, token_hash),
  foreign key (branch_id, user_id) references app_user (branch_id, id) on delete cascade
);

-- A link does not say which branch it is for.
create unique index password_reset_token on password_reset (token_hash);
create index password_reset_of_user on password_reset (branch_id, user_id);
