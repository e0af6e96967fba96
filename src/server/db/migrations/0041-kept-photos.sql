-- The history names photos by their digest, so none is deleted with its expense or by another one (decision 135).
alter table expense_photo
  drop constraint expense_photo_expense,
  drop constraint expense_photo_pkey,
  add primary key (branch_id, expense_id, digest);
