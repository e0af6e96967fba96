-- The language that a user has chosen (decision 57); null for none: then that of the device applies.
alter table app_user add column language text constraint app_user_language check (language in ('ar', 'en'));
