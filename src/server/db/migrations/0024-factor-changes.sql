-- Changes of an own second factor, and spreadsheet tokens, ask for the present factor (decision 160).
alter table factor_challenge drop constraint factor_challenge_purpose_check;
alter table factor_challenge add constraint factor_challenge_purpose_check
  check (purpose in ('sign-in', 'approval', 'change', 'owed', 'set-up', 'set-up-at-sign-in'));
