create table book (
  branch_id bigint not null references branch,
  id uuid not null default gen_random_uuid(),
  name text not null,
  category text not null,
  subject text not null,
  level text not null,
  sell_price bigint not null check (sell_price >= 0),
  custom_date date,
  -- Sums over its orders and payouts, kept by the triggers below: stock and profit follow from them (decision 14).
  ordered bigint not null default 0,
  orders_cost bigint not null default 0,
  paid_out bigint not null default 0 check (paid_out >= 0),
  payouts_price bigint not null default 0,
  folded text not null,
  folded_name text not null,
  created_at timestamptz not null,
  effective_date date not null,
  version integer not null default 1,
  summary_version integer not null default 0,
  -- By counts of the stock (decision 131).
  corrected bigint not null default 0,
  primary key (branch_id, id),
  constraint book_day check (effective_date = custom_date),
  -- Whoever orders, hands out, counts, edits and deletes at the same time, no copy leaves that never came (decisions 14, 36 and 131).
  constraint book_stock check (paid_out <= ordered + corrected)
);
create index book_newest on book (branch_id, effective_date desc, created_at desc, id desc);
create trigger book_version before update on book
  for each row execute function count_version('{effective_date}', '{name}');

create table book_order (
  branch_id bigint not null references branch,
  id uuid not null default gen_random_uuid(),
  book_id uuid not null,
  quantity bigint not null check (quantity >= 1),
  -- Of all its copies.
  price bigint not null check (price >= 0),
  paid_amount bigint not null check (paid_amount >= 0),
  remaining bigint generated always as (price - paid_amount) stored,
  custom_date date,
  notes text,
  month_id bigint,
  created_at timestamptz not null,
  created_by bigint not null,
  effective_date date not null,
  version integer not null default 1,
  -- Whether it was paid out of the recorder's drawer (decision 54).
  from_drawer boolean not null default false,
  payment_method text not null default 'cash',
  payment_reference text,
  primary key (branch_id, id),
  constraint book_order_day check (effective_date = custom_date),
  constraint book_order_overpaid check (paid_amount <= price),
  constraint book_order_book foreign key (branch_id, book_id) references book (branch_id, id),
  constraint book_order_month foreign key (branch_id, month_id) references month (branch_id, id)
);
create index book_order_newest on book_order (branch_id, effective_date desc, created_at desc, id desc);
create index book_order_of_month on book_order (branch_id, month_id, effective_date desc, created_at desc, id desc);
create index book_order_owing on book_order (branch_id, effective_date desc, created_at desc, id desc) where remaining > 0;
create index book_order_of_book on book_order (branch_id, book_id);

-- Books that were handed out, and their installments (decision 42): rows of the same table that hand out no copies and have no price.
create table book_payout (
  branch_id bigint not null references branch,
  id uuid not null default gen_random_uuid(),
  book_id uuid not null,
  student_id uuid not null,
  quantity bigint check (quantity >= 1),
  -- The price of one copy when it was handed out (decisions 14 and 36).
  unit_price bigint check (unit_price >= 0),
  paid_amount bigint not null check (paid_amount >= 0),
  custom_date date,
  notes text,
  month_id bigint,
  created_at timestamptz not null,
  created_by bigint not null,
  effective_date date not null,
  version integer not null default 1,
  related_id uuid,
  -- Of an installment, or of a payout within a collection (decision 104).
  receipt_number text,
  installments_paid bigint not null default 0 check (installments_paid >= 0),
  folded text not null default '',
  price bigint generated always as (unit_price * quantity) stored,
  collection_id uuid,
  payment_method text not null default 'cash',
  payment_reference text,
  refunded bigint not null default 0 check (refunded >= 0),
  forgiven bigint not null default 0 check (forgiven >= 0),
  remaining bigint
    generated always as (unit_price * quantity - forgiven - (paid_amount + installments_paid - refunded)) stored,
  returned bigint not null default 0 check (returned >= 0),
  primary key (branch_id, id),
  constraint book_payout_day check (effective_date = custom_date),
  constraint book_payout_form check (
    (related_id is null and quantity is not null and unit_price is not null and (receipt_number is null or collection_id is not null))
    or (related_id is not null and quantity is null and unit_price is null and receipt_number is not null)),
  constraint book_payout_follows check (related_id is null or (installments_paid, refunded, forgiven) = (0, 0, 0)),
  constraint book_payout_overpaid check (paid_amount + installments_paid - refunded <= unit_price * quantity - forgiven),
  constraint book_payout_refunded check (refunded <= paid_amount + installments_paid),
  constraint book_payout_forgiven check (forgiven <= unit_price * quantity),
  constraint book_payout_returned check (returned <= quantity),
  constraint book_payout_book foreign key (branch_id, book_id) references book (branch_id, id),
  constraint book_payout_student foreign key (branch_id, student_id) references student (branch_id, id),
  constraint book_payout_month foreign key (branch_id, month_id) references month (branch_id, id),
  constraint book_payout_collection foreign key (branch_id, collection_id) references collection (branch_id, id),
  constraint book_payout_payable unique (branch_id, id, student_id, book_id),
  constraint book_payout_related foreign key (branch_id, related_id, student_id, book_id)
    references book_payout (branch_id, id, student_id, book_id)
);
create index book_payout_newest on book_payout (branch_id, effective_date desc, created_at desc, id desc)
  include (related_id, price, paid_amount, remaining, payment_method);
create index book_payout_of_month on book_payout (branch_id, month_id, effective_date desc, created_at desc, id desc)
  include (related_id, price, paid_amount, remaining, payment_method);
create index book_payout_of_recorder on book_payout (branch_id, created_by, effective_date desc, created_at desc, id desc);
create index book_payout_of_student on book_payout (branch_id, student_id);
create index book_payout_owing on book_payout (branch_id, effective_date desc, created_at desc, id desc) where remaining > 0;
create index book_payout_owing_of_student on book_payout (branch_id, student_id) include (effective_date, remaining) where remaining > 0;
create index book_payout_pieces on book_payout using gin (search_pieces(branch_id, '', folded));
create index book_payout_receipt on book_payout (branch_id, folded collate "C", id desc) where receipt_number is not null;
create index book_payout_receipt_number on book_payout (branch_id, (substring(folded from '[^0-9]0*([0-9]+)$')) collate "C", id desc)
  where receipt_number is not null and folded ~ '[^0-9][0-9]+$';
create index book_payout_code on book_payout (branch_id, right(id::text, 8));
create index book_payout_of_book on book_payout (branch_id, book_id);
create index book_payout_installments on book_payout (branch_id, related_id) where related_id is not null;
create index book_payout_of_collection on book_payout (branch_id, collection_id) where collection_id is not null;
create trigger book_payout_version before update on book_payout
  for each row execute function count_version('{effective_date,price,remaining}');

-- Adds an order to its book. The book of an order or payout never changes (decision 36), so an update concerns one book.
create function order_into_book() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.book_id <> old.book_id then
    raise exception 'the book of an order never changes' using errcode = 'check_violation';
  end if;
  update book set
    ordered = ordered + coalesce(new.quantity, 0) - coalesce(old.quantity, 0),
    orders_cost = orders_cost + coalesce(new.price, 0) - coalesce(old.price, 0)
  where branch_id = coalesce(new.branch_id, old.branch_id) and id = coalesce(new.book_id, old.book_id);
  return null;
end $$;
create trigger book_order_stock after insert or delete or update of book_id, quantity, price on book_order
  for each row when (not is_restoring()) execute function order_into_book();

-- Takes a payout from its book, whose constraint then refuses too much. An installment leaves the book alone.
create function pay_out_of_book() returns trigger language plpgsql as $$
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
create trigger book_payout_stock after insert or delete or update of book_id, quantity, unit_price, returned, forgiven on book_payout
  for each row when (not is_restoring()) execute function pay_out_of_book();
