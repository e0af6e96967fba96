-- What describes this database and its servers, of no branch; a backup does not contain it.

-- The automatic backups, whichever server's folder they are in (decision 58). Each server brings in every minute what it sees in its own.
create table stored_backup (
  name text primary key,
  kind text not null,
  made_at timestamptz not null,
  size bigint not null,
  -- False for a file that this database did not make: of another one, or of this one before it was restored into an empty one.
  own boolean not null,
  proof jsonb,
  copy jsonb,
  -- What it holds of each branch, as its header says; null if that is not known.
  branches jsonb,
  seen_at timestamptz not null default now()
);

-- What came of the last attempts, of any server; null after a success.
create table backup_report (
  only_row boolean primary key default true check (only_row),
  problem text,
  copy_problem text,
  -- Also of a success: name, at and problem.
  last_restore jsonb
);
insert into backup_report default values;
