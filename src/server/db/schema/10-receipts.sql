-- Each print of a receipt, so that later ones are marked as copies (decision 52). `what` is a resource, or "collection".
create table receipt_print (
  branch_id bigint not null references branch,
  id bigint generated always as identity,
  what text not null,
  record_id uuid not null,
  copy integer not null check (copy > 0),
  -- By the clock of the device, never later than the server's.
  printed_at timestamptz not null,
  created_at timestamptz not null,
  created_by bigint not null,
  primary key (branch_id, id),
  constraint receipt_print_copy unique (branch_id, what, record_id, copy)
);

-- A payment that was printed and then deleted keeps its number, as the record was (decision 55).
create table cancelled_payment (
  branch_id bigint not null references branch,
  id bigint generated always as identity,
  what text not null,
  record_id uuid not null,
  collection_id uuid,
  student_id uuid,
  record jsonb not null,
  reason text not null,
  cancelled_at timestamptz not null,
  cancelled_by bigint not null,
  primary key (branch_id, id),
  constraint cancelled_payment_once unique (branch_id, what, record_id)
);
create index cancelled_payment_of_student on cancelled_payment (branch_id, student_id, id desc);
create index cancelled_payment_of_collection on cancelled_payment (branch_id, collection_id) where collection_id is not null;

create function receipts_stay() returns trigger language plpgsql as $$
begin
  raise exception 'a printed receipt stays as it was' using errcode = 'insufficient_privilege';
end $$;
create trigger receipt_print_stays before update or delete on receipt_print
  for each row execute function receipts_stay();
create trigger cancelled_payment_stays before update or delete on cancelled_payment
  for each row execute function receipts_stay();
