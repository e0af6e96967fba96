import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { type BranchScope, scopedTables } from '#server/db/branch-scope.ts';
import { createBranchScopeFactory } from '#server/db/branch-scope-factory.ts';
import { ledger } from '#server/ledger/ledger.ts';
import { packageRoot } from '#server/platform/package-root.ts';
import { withServer } from './with-server.ts';

const branches = withServer();

const server = path.join(packageRoot, 'src', 'server');
/** Lists files that run before the branch is known, or serve all branches. */
const beforeBranchIsKnown = new Set([
  'accounts/administration.ts',
  'accounts/branches-of-person.ts',
  'accounts/daily-mail-recipients.ts',
  'accounts/directory.ts',
  'accounts/find-token.ts',
  'accounts/links.ts',
  'accounts/oidc-sign-in.ts',
  'accounts/sessions.ts',
  'accounts/storage-key.ts',
  'accounts/factor/challenges.ts',
  'accounts/factor/stored-factors.ts',
  'db/branch-changes.ts',
  'db/branch-scope.ts',
  'db/calendars.ts',
  'db/migrate.ts',
  'devices/entries-of-all-branches.ts',
  'transfers/transfers-of-all-branches.ts',
  'accounts/first-sign-in.ts',
  'branch/first-run.ts',
]);
const deletesKeysOfAllBranches = 'idempotency/idempotency.ts';

const sources = readdirSync(server, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.split(path.sep).join('/'));

const read = (file: string) => readFileSync(path.join(server, file), 'utf8');

describe('branch scope', () => {
  it.each(
    sources.filter((file) => !beforeBranchIsKnown.has(file)),
  )('%s accesses no table outside the branch scope', (file) => {
    const named = new RegExp(
      `\\b(from|join|into|update|delete from)\\s+"?(${scopedTables.join('|')})\\b(?! set)`,
      'gi',
    );
    const builder = /\.(selectFrom|insertInto|updateTable|deleteFrom)\(/g;
    const statements = (read(file).match(/sql(<[^`]*>)?`[^`]*`/g) ?? []).join('\n');
    const found = [...(statements.match(named) ?? []), ...(read(file).match(builder) ?? [])];
    expect(found).toEqual(
      file === deletesKeysOfAllBranches ? ['from idempotency', 'delete from idempotency'] : [],
    );
  });

  it('is left for another branch only where it is known whose branches they are', () => {
    const leaving = sources.filter((file) => /\.elsewhere\(/.test(read(file)));
    expect(leaving).toEqual(['accounts/branches-of-person.ts']);
  });

  it('writes no rows of another branch in its transaction', async () => {
    const [one, other] = [await branches.newClient(), await branches.newClient()];
    const scopes = createBranchScopeFactory(branches.db, () => branches.clock.now, ledger);
    const user = { branchId: one.branchId, userId: one.userId };
    const elsewhere = (scope: BranchScope) =>
      scope.elsewhere({ branchId: other.branchId, userId: other.userId });
    const where = sql`true`;
    const writes: ((scope: BranchScope) => Promise<unknown>)[] = [
      (scope) => scope.insert('family_pair', {}),
      (scope) => scope.insertAll('family_pair', [{}]),
      (scope) => scope.update('student', where, { name: 'Theirs' }),
      (scope) => scope.remove('student', where),
      // Back and forth, too.
      (scope) => elsewhere(scope.elsewhere(user)).remove('student', where),
    ];
    for (const write of writes)
      await expect(scopes.write(user, (scope) => write(elsewhere(scope)))).rejects.toThrow(
        /^A transaction of another branch does not write/,
      );
    const reads = (scope: BranchScope) => elsewhere(scope).count(sql`from ${scope.rows('student')} as r`);
    expect(await scopes.write(user, reads)).toBe(0);
    const comesBack = (scope: BranchScope) => elsewhere(scope).elsewhere(user).remove('student', where);
    expect(await scopes.write(user, comesBack)).toEqual([]);
  });

  it('routes and plugins do not use the database directly', () => {
    const before = [
      'accounts/routes/account.ts',
      'accounts/routes/approvals.ts',
      'accounts/routes/single-sign-on.ts',
      'http/health.ts',
    ];
    const holding = sources
      .filter((file) => /^http\/|\broutes(\/|\.ts$)/.test(file) && !before.includes(file))
      .filter((file) => /from 'kysely'|from 'pg'/.test(read(file)));
    expect(holding).toEqual([]);
  });
});
