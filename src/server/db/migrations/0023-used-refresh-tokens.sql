-- A refresh token is good until its successor was used (decision 48).
alter table session add column used_generation integer not null default 0;
-- Tokens that are spent stay spent.
update session set used_generation = generation;
