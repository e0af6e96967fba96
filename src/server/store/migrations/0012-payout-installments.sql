-- Money owed on a book payout is paid later by installments, as for enrolments (decision 42): rows of the same table, which hand out no
-- copies and have no price.

drop index book_payout_owing;
drop trigger book_payout_stock on book_payout;

alter table book_payout
  drop constraint book_payout_overpaid,
  drop column price,
  drop column remaining,
  alter column quantity drop not null,
  alter column unit_price drop not null;

alter table book_payout
  -- The payout an installment pays for; null for a payout itself.
  add column related_id bigint,
  add column receipt_number text,
  -- The sum of its installments, kept by a trigger below; 0 for an installment.
  add column installments_paid bigint not null default 0 check (installments_paid >= 0),
  -- The receipt number as searches compare it; empty for a payout itself.
  add column folded text not null default '',
  add column price bigint generated always as (unit_price * quantity) stored,
  add column remaining bigint generated always as (unit_price * quantity - paid_amount - installments_paid) stored,
  add constraint book_payout_form check (
    (related_id is null and quantity is not null and unit_price is not null and receipt_number is null)
    or (related_id is not null and quantity is null and unit_price is null and receipt_number is not null)),
  -- No matter who pays what at the same time, nobody pays more than the price.
  add constraint book_payout_overpaid check (paid_amount + installments_paid <= unit_price * quantity),
  -- An installment is of its payout's book and follows it to another student.
  add constraint book_payout_payable unique (branch_id, id, student_id, book_id),
  add constraint book_payout_related foreign key (branch_id, related_id, student_id, book_id)
    references book_payout (branch_id, id, student_id, book_id) on update cascade;

create index book_payout_owing on book_payout (branch_id, effective_date desc, id desc) where remaining > 0;
create index book_payout_installments on book_payout (branch_id, related_id) where related_id is not null;
create index book_payout_pieces on book_payout using gin (search_pieces(branch_id, '', folded));

-- An installment leaves the stock alone, and with it the book's row.
create trigger book_payout_stock after insert or update of quantity, unit_price on book_payout
  for each row when (new.related_id is null) execute function pay_out_of_book();
create trigger book_payout_stock_back after delete on book_payout
  for each row when (old.related_id is null) execute function pay_out_of_book();

-- Adds what an installment pays to its payout, whose constraint then refuses what is too much.
create function pay_into_book_payout() returns trigger language plpgsql as $$
declare
  difference bigint := 0;
  installment book_payout;
begin
  if tg_op <> 'INSERT' then
    difference := difference - old.paid_amount;
    installment := old;
  end if;
  if tg_op <> 'DELETE' then
    difference := difference + new.paid_amount;
    installment := new;
  end if;
  if difference = 0 then
    return null;
  end if;
  update book_payout set installments_paid = installments_paid + difference
    where branch_id = installment.branch_id and id = installment.related_id and related_id is null;
  if not found then
    raise exception 'an installment pays for a book payout' using
      errcode = 'foreign_key_violation', constraint = 'book_payout_related';
  end if;
  return null;
end $$;

create trigger book_payout_paid_in after insert on book_payout
  for each row when (new.related_id is not null) execute function pay_into_book_payout();
create trigger book_payout_paid_out after delete on book_payout
  for each row when (old.related_id is not null) execute function pay_into_book_payout();
create trigger book_payout_paid_anew after update of paid_amount on book_payout
  for each row when (new.related_id is not null) execute function pay_into_book_payout();

-- Both are counted under names of their own, in the tally and at the student.
create function tally_name(it book_payout) returns text language sql immutable as
  $$ select 'book-payout' || case when it.related_id is null then '' else '/installment' end $$;

create or replace function book_payout_entry(it book_payout, sign bigint) returns tally_entry language sql immutable as $$
  select row(it.branch_id, tally_name(it), coalesce(it.month_id, 0), it.effective_date,
    sign, sign * it.paid_amount, sign * coalesce(it.remaining, 0), sign * owing_of(it.remaining),
    sign * coalesce(it.price, 0))::tally_entry;
$$;

create or replace function count_at_students() returns trigger language plpgsql as $$
declare
  what text;
begin
  if tg_op = 'DELETE' then
    what := tally_name(old);
  else
    what := tally_name(new);
  end if;
  -- Of two students the older one is held first, whichever way a record moves.
  if tg_op = 'UPDATE' then
    perform from student where branch_id = new.branch_id and id in (old.student_id, new.student_id) order by id for no key update;
  end if;
  if tg_op <> 'INSERT' then
    perform count_at_student(old.branch_id, old.student_id, what, -1);
  end if;
  if tg_op <> 'DELETE' then
    perform count_at_student(new.branch_id, new.student_id, what, 1);
  end if;
  return null;
end $$;
