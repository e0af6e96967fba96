-- The key that a user's devices encrypt unsent entries with while the user is signed out (decision 97). Two random UUIDs hold 244 random bits.

alter table app_user add column storage_key bytea not null
  default decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex');

-- The key of a user of today follows from the salted hash of the password: a backup that was made before this migration brings the same one.
update app_user set storage_key = sha256(convert_to(id || '/' || password_hash || '/' || extract(epoch from created_at), 'UTF8'));
