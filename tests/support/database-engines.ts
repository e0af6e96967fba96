const tests = (folder: string, ...names: string[]) =>
  names.map((name) => `tests/server/${folder}/${name}.test.ts`);
/**
 * Tests of records, whole backups and an upgrade with data, which run on Debian's PostgreSQL: the older one, whose user is no superuser.
 * On the embedded one the end-to-end, chaos and crash tests run the same statements.
 */
export const onDebians = [
  ...tests('api', 'books', 'closes', 'collection-records', 'collections', 'debts', 'enrolments', 'events'),
  ...tests('api', 'exports', 'families', 'faults-together', 'history', 'idempotency', 'imports', 'isolation'),
  ...tests('api', 'language', 'list-totals', 'lists', 'month-checklist', 'months', 'payout-installments'),
  ...tests('api', 'people', 'publishing', 'receipts', 'settings', 'staff', 'student-merges', 'whole-lists'),
  ...tests('api', 'cash-rights', 'merge-references', 'payable', 'seen-texts'),
  ...tests('backup', 'backup', 'device-after-restore', 'older-backup'),
  ...tests('schema', 'schema'),
];
/** Tests of HTTP, accounts, backups' schedule and files, and each step of an upgrade, which run on the embedded database. */
export const onEmbedded = [
  ...tests('api', 'app-session', 'approvals', 'branch-scope', 'demo-branch', 'events-processes', 'figures'),
  ...tests('api', 'first-run', 'handover', 'imports-hostile', 'merges', 'metrics', 'name-keys', 'open-calls'),
  ...tests('api', 'outcomes', 'password-reset', 'password-reset-mail', 'permissions-matrix', 'profile'),
  ...tests(
    'api',
    'openapi',
    'request-limit',
    'roles',
    'rows-written',
    'sessions',
    'sign-in',
    'sign-in-work',
    'users',
  ),
  ...tests('backup', 'automatic', 'restore-over', 'restore-refused', 'schedule'),
];
