-- Copies that come back, and counts of the stock (decision 131).
alter table book drop constraint book_stock;
alter table book
  add column corrected bigint not null default 0,
  add constraint book_stock check (paid_out <= ordered + corrected);

alter table book_payout
  add column returned bigint not null default 0 check (returned >= 0),
  add constraint book_payout_returned check (returned <= quantity);

create or replace function pay_out_of_book() returns trigger language plpgsql as $$
declare
  payout book_payout := case when tg_op = 'DELETE' then old else new end;
begin
  if tg_op = 'UPDATE' and new.book_id <> old.book_id then
    raise exception 'the book of a payout never changes' using errcode = 'check_violation';
  end if;
  if payout.related_id is not null then
    return null;
  end if;
  update book set
    paid_out = paid_out + coalesce(new.quantity - new.returned, 0) - coalesce(old.quantity - old.returned, 0),
    payouts_price = payouts_price + coalesce(new.price - new.forgiven, 0) - coalesce(old.price - old.forgiven, 0)
  where branch_id = payout.branch_id and id = payout.book_id;
  return null;
end $$;
drop trigger book_payout_stock on book_payout;
create trigger book_payout_stock after insert or delete or update of book_id, quantity, unit_price, returned, forgiven on book_payout
  for each row execute function pay_out_of_book();

create table book_return (
  branch_id bigint not null references branch,
  id bigint generated always as identity,
  book_payout_id bigint not null,
  quantity bigint not null check (quantity >= 1),
  forgiven bigint not null check (forgiven >= 0),
  reason text not null,
  custom_date date,
  -- The result of state_of_row for the payout after it: while it is the same, nothing followed.
  state text not null,
  created_at timestamptz not null,
  created_by bigint not null,
  primary key (branch_id, id),
  constraint book_return_book_payout foreign key (branch_id, book_payout_id) references book_payout (branch_id, id) on delete cascade
);
create index book_return_of_book_payout on book_return (branch_id, book_payout_id, id desc);

alter table refund
  add column book_return_id bigint,
  add constraint refund_book_return foreign key (branch_id, book_return_id) references book_return (branch_id, id);

create table stock_count (
  branch_id bigint not null references branch,
  id bigint generated always as identity,
  book_id bigint not null,
  counted bigint not null check (counted >= 0),
  -- What the device showed when it was counted, so that copies that moved meanwhile stay moved.
  expected bigint not null,
  difference bigint not null generated always as (counted - expected) stored,
  reason text not null,
  custom_date date,
  notes text,
  folded text not null,
  created_at timestamptz not null,
  created_by bigint not null,
  created_by_name text not null,
  effective_date date not null generated always as (coalesce(custom_date, (created_at at time zone 'UTC')::date)) stored,
  version integer not null default 1,
  primary key (branch_id, id),
  constraint stock_count_book foreign key (branch_id, book_id) references book (branch_id, id)
);
create index stock_count_newest on stock_count (branch_id, effective_date desc, id desc);
create index stock_count_of_book on stock_count (branch_id, book_id);
create trigger stock_count_version before update on stock_count
  for each row execute function count_version('{effective_date,difference}');

-- Corrects the stock of its book, whose constraint then refuses less than nothing.
create function count_into_book() returns trigger language plpgsql as $$
declare
  it constant stock_count := case when tg_op = 'DELETE' then old else new end;
begin
  update book set corrected = corrected + case when tg_op = 'DELETE' then -it.difference else it.difference end
    where branch_id = it.branch_id and id = it.book_id;
  return null;
end $$;
create trigger stock_count_corrects after insert or delete on stock_count
  for each row execute function count_into_book();

alter table drawer_line drop constraint drawer_line_part_check;
alter table drawer_line add constraint drawer_line_part_check
  check (part in ('enrolment', 'installment', 'collection', 'payout', 'expense', 'order', 'refund', 'salary', 'correction'));
