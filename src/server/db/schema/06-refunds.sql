-- Money that goes back (decision 131): students who leave, books that come back, refunds and credit; and counts of the stock.

create table withdrawal (
  branch_id bigint not null references branch,
  id uuid not null default gen_random_uuid(),
  enrolment_id uuid not null,
  left_on date not null,
  -- Of its movements: the day of leaving, at the latest the day on which it was recorded.
  effective_date date not null,
  -- Of the price; and what the enrolment was forgiven by it.
  kept bigint not null check (kept >= 0),
  forgiven bigint not null check (forgiven >= 0),
  reason text not null,
  -- The newest movement of the enrolment before it: while later ones come to nothing, nothing followed.
  last_movement bigint not null,
  created_at timestamptz not null,
  created_by bigint not null,
  primary key (branch_id, id),
  constraint withdrawal_once unique (branch_id, enrolment_id),
  constraint withdrawal_enrolment foreign key (branch_id, enrolment_id) references enrolment (branch_id, id) on delete cascade
);

create table book_return (
  branch_id bigint not null references branch,
  id uuid not null default gen_random_uuid(),
  book_payout_id uuid not null,
  quantity bigint not null check (quantity >= 1),
  forgiven bigint not null check (forgiven >= 0),
  reason text not null,
  custom_date date not null,
  effective_date date not null,
  last_movement bigint not null,
  created_at timestamptz not null,
  created_by bigint not null,
  primary key (branch_id, id),
  constraint book_return_book_payout foreign key (branch_id, book_payout_id) references book_payout (branch_id, id) on delete cascade
);
create index book_return_of_book_payout on book_return (branch_id, book_payout_id, created_at desc, id desc);

create table refund (
  branch_id bigint not null references branch,
  id uuid not null default gen_random_uuid(),
  student_id uuid not null,
  -- The kind of what was paid for, or 'student' for credit that is paid out, and the record that was named: it or one of its payments.
  resource text not null,
  related_record uuid not null,
  enrolment_id uuid,
  book_payout_id uuid,
  book_id uuid,
  -- The receipt number or the book, as it was called then.
  related_title text,
  amount bigint not null check (amount > 0),
  payment_method text not null default 'cash',
  payment_reference text,
  reason text not null,
  -- The amount is not owed any more.
  forgive boolean not null default false,
  receipt_number text not null,
  custom_date date,
  notes text,
  withdrawal_id uuid,
  month_id bigint,
  folded text not null,
  created_at timestamptz not null,
  created_by bigint not null,
  effective_date date not null,
  version integer not null default 1,
  book_return_id uuid,
  primary key (branch_id, id),
  constraint refund_day check (effective_date = custom_date),
  constraint refund_form check (case resource
    when 'student' then num_nonnulls(enrolment_id, book_payout_id, book_id) = 0 and payment_method <> 'credit' and not forgive
    when 'book-payout' then enrolment_id is null and num_nulls(book_payout_id, book_id) = 0
    else enrolment_id is not null and num_nonnulls(book_payout_id, book_id) = 0 end),
  constraint refund_student foreign key (branch_id, student_id) references student (branch_id, id),
  constraint refund_month foreign key (branch_id, month_id) references month (branch_id, id),
  constraint refund_withdrawal foreign key (branch_id, withdrawal_id) references withdrawal (branch_id, id),
  constraint refund_book_return foreign key (branch_id, book_return_id) references book_return (branch_id, id),
  -- It follows what was paid for to another student.
  constraint refund_enrolment foreign key (branch_id, enrolment_id, resource, student_id)
    references enrolment (branch_id, id, kind, student_id),
  constraint refund_book_payout foreign key (branch_id, book_payout_id, student_id, book_id)
    references book_payout (branch_id, id, student_id, book_id)
);
create index refund_newest on refund (branch_id, effective_date desc, created_at desc, id desc);
create index refund_of_month on refund (branch_id, month_id, effective_date desc, created_at desc, id desc) include (resource, amount);
create index refund_of_student on refund (branch_id, student_id, effective_date desc, created_at desc, id desc);
create index refund_of_enrolment on refund (branch_id, enrolment_id) where enrolment_id is not null;
create index refund_of_book_payout on refund (branch_id, book_payout_id) where book_payout_id is not null;
create index refund_code on refund (branch_id, right(id::text, 8));
create index refund_receipt on refund (branch_id, folded collate "C", id desc);
create trigger refund_version before update on refund
  for each row execute function count_version('{effective_date}');

-- The last number of the branch's own series, which counts up only.
create table refund_counter (
  branch_id bigint primary key references branch,
  last bigint not null
);

create table stock_count (
  branch_id bigint not null references branch,
  id uuid not null default gen_random_uuid(),
  book_id uuid not null,
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
  effective_date date not null,
  version integer not null default 1,
  primary key (branch_id, id),
  constraint stock_count_day check (effective_date = custom_date),
  constraint stock_count_book foreign key (branch_id, book_id) references book (branch_id, id)
);
create index stock_count_newest on stock_count (branch_id, effective_date desc, created_at desc, id desc);
create index stock_count_of_book on stock_count (branch_id, book_id);

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
  for each row when (not is_restoring()) execute function count_into_book();
