-- Identifies the database as it is: a restore makes a new generation, so that devices notice that what they know may be gone.

create table generation (
  only_row boolean primary key default true check (only_row),
  id uuid not null default gen_random_uuid(),
  -- When the restored backup was made; null for a database that was never restored.
  restored_from timestamptz
);

insert into generation default values;

create function current_generation() returns generation language sql stable as $$ select * from generation $$;
