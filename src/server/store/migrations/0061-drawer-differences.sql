-- Adds up the differences of a period without reading the closes that have none, which are nearly all.
create index drawer_close_differing on drawer_close (branch_id, created_at) include (user_id, counted, expected)
  where counted <> expected;
-- Counts the closes of a period.
create index drawer_close_by_time on drawer_close (branch_id, created_at) include (user_id);
