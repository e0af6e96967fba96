-- Roles, disabled users, approvals and entries that another user sends (decisions 46 and 47).

-- Roles had no effect before, so nobody chose them: everybody goes on as a manager.
update app_user set account_type = 'manager';

-- Since when this user may not sign in; null may.
alter table app_user add column disabled_at timestamptz;

-- Finds the managers of a branch, of whom one must stay.
create index app_user_managers on app_user (branch_id, id) where account_type = 'manager' and disabled_at is null;

-- A manager's approval of one write of another user: it counts for this method, path and idempotency key only.
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
  primary key (branch_id, token_hash),
  foreign key (branch_id, user_id) references app_user (branch_id, id) on delete cascade,
  foreign key (branch_id, approver_id) references app_user (branch_id, id) on delete cascade
);

create index approval_age on approval (branch_id, expires_at);

alter table history
  -- The manager who approved the write, and their name then.
  add column approved_by bigint,
  add column approved_by_name text,
  -- The user who had entered it on a device, if another one sent it.
  add column entered_by bigint,
  add column entered_by_name text;
