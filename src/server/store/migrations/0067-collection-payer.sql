-- Who paid: the student who was chosen (decision 142); null for collections of before, and for clients that do not say it.
alter table collection
  add column student_id bigint,
  add constraint collection_student foreign key (branch_id, student_id) references student (branch_id, id)
    on delete set null (student_id);

create index collection_of_student on collection (branch_id, student_id) where student_id is not null;

create trigger collection_student_resolved before insert or update of student_id on collection
  for each row execute function resolve_student();

-- Only its payer moves, when students are merged or deleted.
create or replace function collection_stays() returns trigger language plpgsql as $$
begin
  -- A generated column is computed after this trigger.
  if tg_op = 'UPDATE' and to_jsonb(new) - '{student_id,effective_date}'::text[] = to_jsonb(old) - '{student_id,effective_date}'::text[] then
    return new;
  end if;
  raise exception 'a collection stays as it was recorded' using errcode = 'insufficient_privilege';
end $$;
