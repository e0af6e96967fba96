-- Spreads the tables of a migrated database over the nodes of Citus: psql -f distribute.sql, as the owner, with the servers stopped.
-- A table's comment says where it belongs: "directory" has a copy on every node, "coordinator" stays here, every other table is distributed by
-- its branch. Foreign keys are made anew, since Citus checks them by the kind of both tables.
set citus.enable_local_reference_table_foreign_keys = off;
set citus.enable_unsafe_triggers = on;
set citus.multi_shard_modify_mode = 'sequential';
do $$
declare
  statement text;
  first_table text := 'none';
  it record;
  keys text[] := '{}';
begin
  for it in
    select conrelid::regclass as of_table, conname, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
  loop
    keys := keys || format('alter table %s add constraint %I %s', it.of_table, it.conname, it.definition);
    execute format('alter table %s drop constraint %I', it.of_table, it.conname);
  end loop;
  for it in
    select oid::regclass as name, obj_description(oid) as place,
      exists (select from pg_attribute where attrelid = pg_class.oid and attname = 'branch_id') as is_of_branch
    from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace order by obj_description(oid) = 'directory' desc nulls last, relname
  loop
    if it.place = 'directory' then
      perform create_reference_table(it.name);
    elsif it.place = 'coordinator' then
      perform citus_add_local_table_to_metadata(it.name);
    elsif it.is_of_branch then
      perform create_distributed_table(it.name, 'branch_id', colocate_with => first_table);
      first_table := it.name::text;
    end if;
  end loop;
  foreach statement in array keys loop
    execute statement;
  end loop;
  for it in select oid::regprocedure as name from pg_proc where pronamespace = 'public'::regnamespace loop
    perform create_distributed_function(it.name);
  end loop;
end $$;
-- A write of a branch runs on one node; what touches the directory too must use one connection to each. Functions and triggers read further
-- tables of the same branch, which are on the same node. Nodes connect to each other as the role of the server.
do $$ begin
  execute format('alter database %I set citus.multi_shard_modify_mode = sequential', current_database());
  execute format('alter database %I set citus.allow_nested_distributed_execution = on', current_database());
  perform run_command_on_workers(format('alter database %I set citus.allow_nested_distributed_execution = on', current_database()));
  if exists (select from pg_roles where rolname = 'branch_desk_server') then
    alter role branch_desk_server login;
  end if;
end $$;
