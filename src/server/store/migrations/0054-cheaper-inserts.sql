-- A function in SQL that is not put into its statement is planned anew with each statement that calls it, up to PostgreSQL 17; one in
-- PL/pgSQL is planned once for each connection. Each receipt called three of them: for its index entries, for the generation and for the
-- name in its history entry.
create or replace function search_pieces(branch_id bigint, kind text, folded text) returns tsvector
language plpgsql immutable strict parallel safe cost 1000 as $$
begin
  return array_to_tsvector(array(
    select branch_id::text || '/' || kind || '/' || substr(folded, start, 3) from generate_series(1, length(folded)) as start));
end $$;

create or replace function person_name(of_branch bigint, of_user bigint) returns text language plpgsql stable as $$
begin
  return (
    select case
      when own.name = '' then own.local
      when exists (
        select from app_user other
        where other.branch_id = of_branch and other.id <> of_user
          and lower(trim(other.first_name || ' ' || other.last_name)) = lower(own.name)
      ) then own.name || ' (' || own.local || ')'
      else own.name end
    from (
      select trim(first_name || ' ' || last_name) as name, split_part(email, '@', 1) as local
      from app_user where branch_id = of_branch and id = of_user
    ) as own);
end $$;

create or replace function current_generation() returns generation language plpgsql stable as $$
declare
  own generation;
begin
  select * into own from generation;
  return own;
end $$;

-- Keeps the line of a record. What nothing was paid on has no line as a rule, so it is written without looking for one: an update that finds
-- nothing costs as much as the line. An update waits for a close that is counting the line, and then finds it closed. A record from before
-- migration 0030 has no line, and gets one only if nothing was paid on it.
create or replace function count_in_drawer(line drawer_line, was bigint, becomes bigint) returns void language plpgsql as $$
begin
  if was = becomes then
    return;
  end if;
  if was = 0 then
    line.amount := becomes;
    insert into drawer_line select line.* on conflict do nothing;
    if found then
      return;
    end if;
  end if;
  update drawer_line set
    amount = case when close_id is null then becomes else amount end,
    amount_now = case when close_id is not null then nullif(becomes, amount) end
  where branch_id = line.branch_id and source = line.source and record_id = line.record_id;
  -- The line was there at first, and a close has dropped it meanwhile.
  if not found and was = 0 then
    insert into drawer_line select line.*;
  end if;
end $$;
