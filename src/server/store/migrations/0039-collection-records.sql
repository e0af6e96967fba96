-- A collection may hand out books: such a payout carries the number of the paper that it stands on, like its installments (decision 104).
alter table book_payout
  drop constraint book_payout_form,
  add constraint book_payout_form check (
    (related_id is null and quantity is not null and unit_price is not null and (receipt_number is null or collection_id is not null))
    or (related_id is not null and quantity is null and unit_price is null and receipt_number is not null));

-- The search for receipts finds it by that number.
drop index book_payout_receipt;
drop index book_payout_receipt_number;
create index book_payout_receipt on book_payout (branch_id, folded collate "C", id desc) where receipt_number is not null;
create index book_payout_receipt_number on book_payout (branch_id, (substring(folded from '[^0-9]0*([0-9]+)$')) collate "C", id desc)
  where receipt_number is not null and folded ~ '[^0-9][0-9]+$';
