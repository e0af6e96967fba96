-- A session names its device and when it was last used, and its end is published to all server processes (decision 48).
alter table session
  add column device text,
  add column agent text,
  add column last_used_at timestamptz,
  -- When the current generation began: the one before it is good for a moment longer.
  add column rotated_at timestamptz;
update session set last_used_at = created_at;
alter table session
  alter column last_used_at set default now(),
  alter column last_used_at set not null;

create index session_expiry on session (expires_at);

-- However a session ends, its row goes: also by a cascade, or by a command beside the servers. Expired ones end everywhere by themselves.
create function publish_session_end() returns trigger language plpgsql as $$
begin
  perform pg_notify('session_end', old.id::text);
  return null;
end $$;

create trigger session_end_published after delete on session
  for each row when (old.expires_at > now()) execute function publish_session_end();

-- A new email address waits here until the link that was mailed to it is opened (decision 49). Only the sha-256 of the link is kept.
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
