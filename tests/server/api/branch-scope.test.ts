import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '#server/package-root.ts';
import { scopedTables } from '#server/store/branch-scope.ts';

const server = path.join(packageRoot, 'src', 'server');
/** Files that run before the branch is known, or serve all branches. */
const outsideTheWall = new Set([
  'store/accounts.ts',
  'store/sessions.ts',
  'store/password-resets.ts',
  'store/branch-scope.ts',
  'store/migrate.ts',
  'first-sign-in.ts',
]);
const forgetsKeysOfAll = 'store/idempotency.ts';

const sources = readdirSync(server, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.split(path.sep).join('/'));

const read = (file: string) => readFileSync(path.join(server, file), 'utf8');

describe('the wall between branches', () => {
  it.each(sources.filter((file) => !outsideTheWall.has(file)))('%s names no table by itself', (file) => {
    const named = new RegExp(
      `\\b(from|join|into|update|delete from)\\s+"?(${scopedTables.join('|')})\\b(?! set)`,
      'gi',
    );
    const builder = /\.(selectFrom|insertInto|updateTable|deleteFrom)\(/g;
    const statements = (read(file).match(/sql(<[^`]*>)?`[^`]*`/g) ?? []).join('\n');
    const found = [...(statements.match(named) ?? []), ...(read(file).match(builder) ?? [])];
    expect(found).toEqual(file === forgetsKeysOfAll ? ['delete from idempotency'] : []);
  });

  it('routes and their plugins never hold the database itself', () => {
    const before = ['routes/account.ts', 'routes/about.ts'];
    const holding = sources
      .filter((file) => /^(routes|plugins)\//.test(file) && !before.includes(file))
      .filter((file) => /from 'kysely'|from 'pg'/.test(read(file)));
    expect(holding).toEqual([]);
  });
});
