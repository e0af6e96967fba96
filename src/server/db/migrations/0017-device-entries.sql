-- What waits on a device, as it last announced it (decision 152).
create table device_store (
  branch_id bigint not null references branch,
  store uuid not null,
  user_id bigint not null,
  device uuid not null,
  device_name text,
  -- Keys, kinds, amounts and times of entries; what is beyond the list is counted.
  entries jsonb not null,
  unlisted integer not null,
  announced_at timestamptz not null,
  -- When and by whom a loss was checked.
  checked_at timestamptz,
  checked_by bigint,
  primary key (branch_id, store, user_id),
  foreign key (branch_id, user_id) references app_user (branch_id, id) on delete cascade
);
create index device_store_device on device_store (branch_id, device);
