-- A token for spreadsheets ends with the right of who made it, and with their password, and does not come back (decision 157).
create function end_spreadsheet_tokens() returns trigger language plpgsql as $$
begin
  update spreadsheet_token set expires_at = now()
  where (expires_at is null or expires_at > now()) and (branch_id, user_id) in (
    select branch_id, id from app_user where (branch_id, id) = (new.branch_id, new.id)
      or (new.password_hash is distinct from old.password_hash and (home_branch_id, home_user_id) = (new.branch_id, new.id)));
  return null;
end $$;
create trigger spreadsheet_tokens_ended after update of password_hash, disabled_at, account_type on app_user
  for each row when (new.password_hash is distinct from old.password_hash
    or (new.disabled_at is not null and old.disabled_at is null)
    or new.account_type <> old.account_type)
  execute function end_spreadsheet_tokens();
-- Those of makers who are disabled or no managers now.
update spreadsheet_token as own set expires_at = now() from app_user as maker
where maker.branch_id = own.branch_id and maker.id = own.user_id and (own.expires_at is null or own.expires_at > now())
  and (maker.disabled_at is not null or maker.account_type <> 'manager');
