-- Each print of a receipt, so that later ones are marked as copies (decision 52).
create table receipt_print (
  branch_id bigint not null references branch,
  id bigint generated always as identity,
  -- Of the contract, or "collection".
  resource text not null,
  record_id uuid not null,
  copy integer not null check (copy > 0),
  -- By the clock of the device, never later than the server's.
  printed_at timestamptz not null,
  created_at timestamptz not null,
  created_by bigint not null,
  primary key (branch_id, id),
  constraint receipt_print_copy unique (branch_id, resource, record_id, copy)
);

create function receipts_stay() returns trigger language plpgsql as $$
begin
  raise exception 'a printed receipt stays as it was' using errcode = 'insufficient_privilege';
end $$;
create trigger receipt_print_stays before update or delete on receipt_print
  for each row when (not is_restoring()) execute function receipts_stay();
