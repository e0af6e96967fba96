import { expect, test } from '@playwright/test';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { paths } from '#contract/http.ts';
import { month } from '#contract/month.ts';
import { pageOf } from '#contract/paging.ts';
import { type ResourceName, resourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { createRandom, type Random } from '#server/demo/seeded-random.ts';
import { signedInApi } from '../../support/api.ts';
import { addPerson } from '../../support/extra-users.ts';
import { firstUser, startServer } from '../../support/running-server.ts';
import { audit } from '../audit.ts';
import { OperationLog } from '../operation-log.ts';
import { type Branch, browserOperations } from './operations.ts';
import { type BrowserDevice, mustSignIn, openBrowserDevice, rowsOn, visibleOn } from './tablet.ts';

const seed = Number(process.env.CHAOS_SEED);
const operations = Number(process.env.CHAOS_OPERATIONS);
const second = { email: 'second@example.com', password: 'second-password', branch: firstUser.branch };

const print = (text: string) => process.stdout.write(`${text}\n`);

function drawn(chance: Random) {
  let draw = chance.whole(
    1,
    browserOperations.reduce((sum, [share]) => sum + share, 0),
  );
  return browserOperations.find(([share]) => {
    draw -= share;
    return draw <= 0;
  });
}

/** Writes down what stands on a tablet, and what of it was acknowledged since the last look. */
async function harvest({ ledger }: Branch, tablet: BrowserDevice): Promise<OutboxEntry[]> {
  const rows = await rowsOn(tablet);
  for (const row of rows) {
    const { id, body, operation } = row;
    const { resource, kind, recordId } = operation;
    if (!ledger.at(tablet.number, row.seq))
      ledger.add(tablet.number, row.seq, { id, resource: resource as ResourceName, kind, recordId, body });
    const place = ledger.at(tablet.number, row.seq);
    if (place && row.state === 'done') place.done ??= row;
  }
  return rows;
}

/** One deed after the other; a screen on which a person gets stuck is told, and the day goes on. */
async function live(branch: Branch, tablets: readonly BrowserDevice[]): Promise<string[]> {
  const stuck: string[] = [];
  const happened = new Map<string, number>();
  const note = (what: string) => happened.set(what, (happened.get(what) ?? 0) + 1);
  for (let count = 0; count < operations; ) {
    const tablet = branch.chance.pick(tablets);
    const [, name, deed] = drawn(branch.chance) ?? [];
    if (!name || !deed) continue;
    try {
      await visibleOn(tablet);
      if (!(await deed(branch, tablet))) continue;
      await harvest(branch, tablet);
    } catch (error) {
      if (await mustSignIn(tablet)) note('sign-in ended in the middle');
      else {
        stuck.push(
          `operation ${count}, tablet ${tablet.number} (${tablet.sky}, offline ${tablet.offline}), ${name}: ${error}`,
        );
        await tablet.page
          .screenshot({ path: `test-results/chaos/stuck-${seed}-${count}.png` })
          .catch(() => undefined);
      }
      await tablet.page.close();
      tablet.page = await tablet.device.context().newPage();
      await tablet.page.goto(`${tablet.proxy.origin}/`);
    }
    count += 1;
    note(name);
  }
  print(
    `  what happened: ${[...happened]
      .map(([name, times]) => `${times} ${name}`)
      .sort()
      .join(', ')}`,
  );
  return stuck;
}

/** The day is over: the sky is clear, and everything that can be sent is. */
async function evening(branch: Branch, tablets: readonly BrowserDevice[]): Promise<void> {
  if ((await branch.office.newestMonth()).status !== 'running')
    await branch.office.post(paths.months, { name: 'The last month' });
  for (const tablet of tablets) {
    tablet.sky = 'clear';
    await tablet.device.context().setOffline(false);
    tablet.offline = false;
    await tablet.page.goto(`${tablet.proxy.origin}/sync`);
    await visibleOn(tablet);
    await expect
      .poll(
        async () =>
          (await rowsOn(tablet)).filter(({ state }) => /queued|sending|unknown|auth/.test(state)).length,
        {
          timeout: 90_000,
        },
      )
      .toBe(0);
  }
}

const markOf = (row: Readonly<Record<string, unknown>>) => row.receipt_number ?? row.title ?? row.name;

/** The rows of all tablets that ever bore this mark, as far as they tell what became of it. */
const told = (ledger: OperationLog, mark: string) =>
  JSON.stringify(
    ledger
      .all()
      .filter(({ writes, done }) =>
        [done?.body, ...writes.map(({ body }) => body)].some((body) => body && markOf(body) === mark),
      )
      .map(({ device, seq, gone, done, writes }) => ({
        device,
        seq,
        gone,
        id: done?.id,
        result: done?.result?.id,
        writes,
      })),
  );

/** What a screen called saved is on the server once, or stands on the tablet, or was deleted by somebody. */
function kept(
  tablets: readonly BrowserDevice[],
  rows: ReadonlyMap<number, readonly OutboxEntry[]>,
  records: ReadonlyMap<ResourceName, readonly Readonly<Record<string, unknown>>[]>,
  ledger: OperationLog,
): string[] {
  const withdrawn = new Set(
    ledger.all().flatMap(({ gone, writes }) => (gone ? writes.map(({ body }) => markOf(body)) : [])),
  );
  const deleted = new Set(
    ledger
      .all()
      .flatMap(({ done }) =>
        done?.operation.kind === 'delete' ? [`${done.operation.resource} ${done.operation.recordId}`] : [],
      ),
  );
  return tablets.flatMap(({ number, promised }) =>
    promised.flatMap(({ mark, about }) => {
      const there = (records.get(about) ?? []).filter((row) => markOf(row) === mark).length;
      const here = (rows.get(number) ?? []).filter(
        ({ body, state }) => markOf(body) === mark && state !== 'done',
      ).length;
      const made = (rows.get(number) ?? []).find(
        ({ body, operation }) => markOf(body) === mark && operation.kind === 'create',
      );
      const wasDeleted = deleted.has(`${about} ${made?.result?.id}`);
      if (there > 1)
        return [`doubled: ${about} ${mark} is on the server ${there} times; ${told(ledger, mark)}`];
      if (there + here === 0 && !wasDeleted && !withdrawn.has(mark))
        return [`lost: tablet ${number} called ${about} ${mark} saved; ${told(ledger, mark)}`];
      return [];
    }),
  );
}

test(`a day of two tablets with seed ${seed}`, async () => {
  const startedAt = performance.now();
  const server = await startServer({ ACCESS_TOKEN_SECONDS: '600' });
  addPerson(server, second);
  const office = await signedInApi(server.origin);
  await office.post(paths.months, { name: 'The first month' });
  let given = 1000;
  const next = () => {
    given += 1;
    return given;
  };
  const branch: Branch = { server, office, chance: createRandom(seed), ledger: new OperationLog(), next };
  const tablets = [
    await openBrowserDevice(seed, 0, server, { ...firstUser }),
    await openBrowserDevice(seed, 1, server, second),
  ];
  try {
    const livedAt = performance.now();
    const stuck = await live(branch, tablets);
    const lived = Math.round((performance.now() - livedAt) / 1000);
    await evening(branch, tablets);
    const rows = new Map<number, OutboxEntry[]>();
    for (const tablet of tablets) rows.set(tablet.number, await harvest(branch, tablet));
    const records = new Map(
      await Promise.all(
        resourceNames.map(async (name) => [name, await office.all(resourceOf(name).path)] as const),
      ),
    );
    const months = pageOf(month).parse(await office.get(`${paths.months}?no_pagination=true`)).results;
    const { ledger } = branch;
    const problems = [
      ...audit({ saved: ledger.all(), rows, records, months }),
      ...kept(tablets, rows, records, ledger),
    ];
    const all = ledger.all();
    print(
      `  ${all.length} rows: ${all.filter(({ done }) => done).length} done, ${all.filter(({ gone }) => gone).length} taken back; ` +
        `${operations} operations in ${lived} s, ${Math.round((performance.now() - startedAt) / 1000)} s in all`,
    );
    for (const sentence of [...stuck.map((one) => `stuck: ${one}`), ...problems]) print(`  ✗ ${sentence}`);
    expect(problems).toEqual([]);
    expect(stuck).toEqual([]);
  } finally {
    for (const { device, proxy } of tablets) {
      await device.remove();
      await proxy.close();
    }
    await server.remove();
  }
});
