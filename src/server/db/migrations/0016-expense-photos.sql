-- Photos of bills (decision 135).
alter table expense add column photo text;

create table expense_photo (
  branch_id bigint not null references branch,
  expense_id bigint not null,
  digest text not null,
  content text not null,
  primary key (branch_id, expense_id),
  constraint expense_photo_expense foreign key (branch_id, expense_id) references expense (branch_id, id) on delete cascade
);
create index expense_photo_digest on expense_photo (branch_id, digest);
