-- Whether a manager gets the daily mail, and of which day the last one was (decision 158).
alter table app_user
  add column daily_mail boolean not null default false,
  add column daily_mailed date;
