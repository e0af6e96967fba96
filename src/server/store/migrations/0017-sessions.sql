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
