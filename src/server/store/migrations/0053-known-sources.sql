-- Where a user has signed in lately: who guesses passwords elsewhere uses up no attempt of these places (decision 121).
create table known_source (
  branch_id bigint not null,
  user_id bigint not null,
  source text not null,
  last_used_at timestamptz not null default now(),
  primary key (branch_id, user_id, source),
  foreign key (branch_id, user_id) references app_user (branch_id, id) on delete cascade
);
