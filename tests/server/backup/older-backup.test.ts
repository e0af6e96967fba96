import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEBTS_PATH } from '#contract/debts.ts';
import { paths } from '#contract/http.ts';
import { parsePiastres, sum } from '#contract/money.ts';
import { allResourceNames } from '#contract/resource-names.ts';
import { resourceOf, resources } from '#contract/resources/registry.ts';
import { readHeader } from '#server/backups/read-backup.ts';
import { restoreBackup } from '#server/backups/restore-backup.ts';
import { bareDatabase } from '../../support/test-database.ts';
import { type ApiClient, type StartedTestServer, startTestServer } from '../api/test-server.ts';

/** A backup of the demo branch, made by the last build whose schema had 63 migrations in place of the baseline. */
const file = path.join(import.meta.dirname, 'before-the-baseline.backup');

describe('a backup of the last build before the baseline', () => {
  let server: StartedTestServer;
  let client: ApiClient;

  beforeAll(async () => {
    const database = await bareDatabase();
    const { leftOut } = await restoreBackup(database.settings, file);
    expect(leftOut).toEqual([]);
    server = await startTestServer({ database });
    const [user] = await server.queryAsOwner(
      "select branch_id, id from app_user where account_type = 'manager' order by id limit 1",
    );
    client = await server.clientFor({
      branchId: BigInt(String(user?.branch_id)),
      userId: BigInt(String(user?.id)),
    });
  });
  afterAll(() => server?.close());

  it('is restored with every record that it describes', async () => {
    const records = (await readHeader(file)).summary?.branches[0]?.records ?? {};
    expect(Object.values(records).filter((count) => count > 0).length).toBeGreaterThan(10);
    for (const name of allResourceNames) {
      const { count } = (await client.get(`${resourceOf(name).path}?page=1`)).body;
      expect([name, count]).toEqual([name, records[name] ?? 0]);
    }
  });

  it('comes to the same money in lists, months and debts', async () => {
    const enrolments = allResourceNames.filter((name) => resourceOf(name).installment);
    const owed = await Promise.all(
      enrolments.map(async (name) => {
        const { totals } = (await client.get(`${resourceOf(name).path}?page=1&totals=true`)).body;
        return parsePiastres(String((totals as Record<string, unknown>).remaining_amount));
      }),
    );
    const { totals } = (await client.get(DEBTS_PATH)).body;
    expect(parsePiastres(String((totals as Record<string, unknown>).remaining))).toBe(sum(owed));
    expect(sum(owed)).toBeGreaterThan(0n);
    const { total_income } = (await client.get(paths.dashboard)).body;
    expect(parsePiastres(String(total_income))).toBeGreaterThan(0n);
  });

  it('takes a payment and finds a student by a name in other letters', async () => {
    const student = await client.create(resources.student.path, { name: 'Yasmin Mahmoud' });
    const search = (words: string) =>
      client.listAll(`${resources.student.path}?search=${encodeURIComponent(words)}`);
    expect((await search('yasmin')).map(({ id }) => id)).toContain(student.id);
    const [known] = await client.listAll(`${resources['adult-course'].path}?owing=true`);
    const paid = { is_installment: true, related_record: known?.id, receipt_number: 'R-1', paid_amount: '1' };
    expect((await client.send('POST', resources['adult-course'].path, paid)).status).toBe(201);
  });
});
