-- What a branch prints on its receipts and writes in its reminders (decision 52). A branch without a row has the defaults of the contract.
create table branch_settings (
  branch_id bigint not null references branch,
  phone text,
  address text,
  -- A data URL of at most 100 KB of image.
  logo text constraint branch_settings_logo check (length(logo) <= 140000),
  receipt_language text not null,
  paper text not null,
  receipt_footer text,
  reminder_text text,
  version integer not null default 1,
  primary key (branch_id)
);
