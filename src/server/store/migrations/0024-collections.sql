-- One sum that is received for several debts at once (decision 53). Its payments are installments like any other.
create table collection (
  branch_id bigint not null references branch,
  id bigint generated always as identity,
  receipt_number text not null,
  custom_date date,
  notes text,
  -- What was received when it was recorded, in piastres; what its payments come to now is added up from them (decision 104).
  received bigint not null check (received > 0),
  created_at timestamptz not null,
  created_by bigint not null,
  effective_date date not null generated always as
    (coalesce(custom_date, (created_at at time zone 'UTC')::date)) stored,
  primary key (branch_id, id)
);

create index collection_newest on collection (branch_id, effective_date desc, id desc);

alter table enrolment
  add column collection_id bigint,
  add constraint enrolment_collection foreign key (branch_id, collection_id) references collection (branch_id, id);
alter table book_payout
  add column collection_id bigint,
  add constraint book_payout_collection foreign key (branch_id, collection_id) references collection (branch_id, id);

create index enrolment_of_collection on enrolment (branch_id, collection_id) where collection_id is not null;
create index book_payout_of_collection on book_payout (branch_id, collection_id) where collection_id is not null;

-- Counted like records, so that a page costs the same however many there are. Their money is counted with the payments.
create function collection_entry(it collection, sign bigint) returns tally_entry language sql immutable as $$
  select row(it.branch_id, 'collection', 0::bigint, it.effective_date, sign, 0::bigint, 0::bigint, 0::bigint, 0::bigint)::tally_entry;
$$;
create function tally_of_collection() returns trigger language plpgsql as $$
begin
  perform add_to_tally(array(select collection_entry(it::collection, 1) from added it));
  return null;
end $$;
create trigger collection_tally_insert after insert on collection
  referencing new table as added for each statement execute function tally_of_collection();

-- What was received stays as it was recorded: a wrong payment is corrected at the payment.
create function collection_stays() returns trigger language plpgsql as $$
begin
  raise exception 'a collection stays as it was recorded' using errcode = 'insufficient_privilege';
end $$;
create trigger collection_stays before update or delete on collection
  for each row execute function collection_stays();
