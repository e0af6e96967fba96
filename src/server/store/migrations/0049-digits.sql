-- The digits that a user has chosen (decision 57); null for none: then those of the device apply.
alter table app_user add column digits text constraint app_user_digits check (digits in ('latin', 'arabic-indic'));
