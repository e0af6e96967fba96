-- Names the user that a first start has made for nobody in particular (decision 60). Whoever has the code that the server printed takes it
-- over on the first-run page, unless somebody has signed in with its printed password before.
create table first_run (
  only_row boolean primary key default true check (only_row),
  branch_id bigint not null,
  user_id bigint not null,
  foreign key (branch_id, user_id) references app_user (branch_id, id) on delete cascade
);
