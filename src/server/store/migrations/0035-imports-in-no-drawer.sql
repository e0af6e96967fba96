-- What was paid before an import was in nobody's hand on that day: it is in no drawer, also if the file says that it counts in the month.
create or replace function enrolment_in_drawer() returns trigger language plpgsql as $$
declare
  it enrolment := case when tg_op = 'DELETE' then old else new end;
begin
  if it.import_id is not null then
    return null;
  end if;
  perform count_in_drawer(
    row(it.branch_id, 'enrolment', it.id, it.created_by, it.kind, drawer_part(it.related_id, it.collection_id, 'enrolment'),
      0, null, null, it.created_at)::drawer_line,
    case when tg_op = 'INSERT' then 0 else old.paid_amount end,
    case when tg_op = 'DELETE' then 0 else new.paid_amount end);
  return null;
end $$;
