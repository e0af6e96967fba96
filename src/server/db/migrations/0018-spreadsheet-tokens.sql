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
