-- A person of several branches has a user in each (decision 159). The home user has address, password and profile; the others follow it.
alter table app_user
  add column home_branch_id bigint,
  add column home_user_id bigint,
  alter column password_hash drop not null,
  add constraint app_user_home foreign key (home_branch_id, home_user_id) references app_user (branch_id, id) on delete cascade,
  add constraint app_user_home_or_password
    check (num_nulls(home_branch_id, home_user_id) = case when password_hash is null then 0 else 2 end),
  add constraint app_user_home_elsewhere check (home_branch_id <> branch_id);
drop index app_user_email;
create unique index app_user_email on app_user (lower(email)) where home_user_id is null;
create unique index app_user_of_home on app_user (home_branch_id, home_user_id, branch_id) where home_user_id is not null;

-- Who is disabled at home is disabled everywhere; each branch enables them again.
create function copy_home_user() returns trigger language plpgsql as $$
begin
  update app_user set email = new.email, first_name = new.first_name, last_name = new.last_name, language = new.language, digits = new.digits,
    disabled_at = case when new.disabled_at is null then disabled_at else coalesce(disabled_at, new.disabled_at) end
  where home_branch_id = new.branch_id and home_user_id = new.id;
  return null;
end $$;
create trigger home_user_copied after update of email, first_name, last_name, language, digits, disabled_at on app_user
  for each row when (new.home_user_id is null) execute function copy_home_user();

-- The session of the sign-in that one in another branch belongs to: it ends with it.
alter table session
  add column root_branch_id bigint,
  add column root_id uuid,
  add constraint session_root foreign key (root_branch_id, root_id) references session (branch_id, id) on delete cascade
    deferrable initially deferred;
create index session_of_root on session (root_branch_id, root_id) where root_id is not null;

-- A student who went to another branch, or came from one: a row in each. The other branch's id and code are no references: each branch is
-- whole without the others.
create table student_transfer (
  branch_id bigint not null references branch,
  id bigint generated always as identity,
  student_id bigint not null,
  direction text not null check (direction in ('to', 'from')),
  other_branch_id bigint not null,
  other_branch text not null,
  other_student_id bigint not null,
  other_code text not null,
  -- What was owed, and kept as credit, in the branch that the student left.
  remaining bigint not null,
  credit bigint not null,
  transferred_at timestamptz not null,
  transferred_by bigint not null,
  primary key (branch_id, id),
  constraint student_transfer_student foreign key (branch_id, student_id) references student (branch_id, id) on delete cascade
);
create index student_transfer_of_student on student_transfer (branch_id, student_id);
