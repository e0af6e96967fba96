import { expect, test } from '@playwright/test';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import { HISTORY_PATH, historyEntry } from '#contract/history.ts';
import { paths } from '#contract/http.ts';
import { month } from '#contract/month.ts';
import { pageOf } from '#contract/paging.ts';
import { type ResourceName, resourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { createRandom, type Random } from '#server/demo/branch-factory.ts';
import { signedInApi } from '../../support/api.ts';
import { addPerson } from '../../support/extra-users.ts';
import { firstUser, startServer } from '../../support/running-server.ts';
import { audit } from '../audit.ts';
import { unseenChanges } from '../audit-changes.ts';
import { OperationLog } from '../operation-log.ts';
import type { Branch } from './operations.ts';
import { type BrowserDevice, ensureSignedIn, entriesOn, mustSignIn, openBrowserDevice } from './tablet.ts';
import { browserOperations } from './weights.ts';

const seed = Number(process.env.CHAOS_SEED);
const operations = Number(process.env.CHAOS_OPERATIONS);
const second = { email: 'second@example.com', password: 'second-password', branch: firstUser.branch };

const print = (text: string) => process.stdout.write(`${text}\n`);

function drawOperation(chance: Random) {
  let draw = chance.whole(
    1,
    browserOperations.reduce((sum, [share]) => sum + share, 0),
  );
  return browserOperations.find(([share]) => {
    draw -= share;
    return draw <= 0;
  });
}

/** Returns what an entry holds of its form: the fields that its user touched, and the record as it was shown. */
const mutationOf = ({ id, body, base, before, operation }: OutboxEntry): Mutation => ({
  id,
  resource: operation.resource as ResourceName,
  kind: operation.kind,
  recordId: operation.recordId,
  body: operation.kind === 'update' ? { ...before, ...body } : body,
  ...(before && { before: { ...before, ...base } }),
});

/** Maps temporary ids to the server's. */
const serverIdsOf = (log: OperationLog) =>
  new Map(
    log
      .all()
      .flatMap(({ acknowledged }) =>
        acknowledged?.operation.kind === 'create' && acknowledged.result
          ? [[acknowledged.operation.recordId, acknowledged.result.id] as const]
          : [],
      ),
  );

/** Logs the entries of a device and those acknowledged since the last call. */
async function collectEntries({ log }: Branch, device: BrowserDevice): Promise<OutboxEntry[]> {
  const entries = await entriesOn(device);
  for (const entry of entries) {
    const mutation = mutationOf(entry);
    const last = log.at(device.number, entry.seq)?.mutations.at(-1);
    if (JSON.stringify(last) !== JSON.stringify(mutation)) log.add(device.number, entry.seq, mutation);
    const saved = log.at(device.number, entry.seq);
    if (saved) log.observe(saved, entry);
  }
  return entries;
}

/** Performs random operations and returns those that did not complete. */
async function runOperations(branch: Branch, devices: readonly BrowserDevice[]): Promise<string[]> {
  const stuck: string[] = [];
  const counts = new Map<string, number>();
  const countUp = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);
  for (let count = 0; count < operations; ) {
    const device = branch.chance.pick(devices);
    const [, name, operation] = drawOperation(branch.chance) ?? [];
    if (!name || !operation) continue;
    try {
      await ensureSignedIn(device);
      if (!(await operation(branch, device))) continue;
      await collectEntries(branch, device);
    } catch (error) {
      if (await mustSignIn(device)) countUp('session ended during an operation');
      else {
        stuck.push(
          `operation ${count}, device ${device.number} (${device.profile}, offline ${device.offline}), ${name}: ${error}`,
        );
        await device.page
          .screenshot({ path: `test-results/chaos/stuck-${seed}-${count}.png` })
          .catch(() => undefined);
      }
      await device.page.close();
      await device.openForm?.close();
      device.openForm = undefined;
      device.page = await device.browser.context().newPage();
      await device.page.goto(`${device.proxy.origin}/`);
    }
    count += 1;
    countUp(name);
  }
  print(
    `  operations: ${[...counts]
      .map(([name, times]) => `${times} ${name}`)
      .sort()
      .join(', ')}`,
  );
  return stuck;
}

/** Clears the network and waits until everything that can be sent is. */
async function drainAndSettle(branch: Branch, devices: readonly BrowserDevice[]): Promise<void> {
  if ((await branch.managerApi.newestMonth()).status !== 'running')
    await branch.managerApi.post(paths.months, { name: 'The last month' });
  for (const device of devices) {
    device.profile = 'clear';
    await device.browser.context().setOffline(false);
    device.offline = false;
    await device.page.goto(`${device.proxy.origin}/sync`);
    await ensureSignedIn(device);
    await expect
      .poll(
        async () =>
          (await entriesOn(device)).filter(({ state }) => /queued|sending|unknown|auth/.test(state)).length,
        {
          timeout: 90_000,
        },
      )
      .toBe(0);
  }
}

const labelOf = (record: Readonly<Record<string, unknown>>) =>
  record.receipt_number ?? record.title ?? record.name;

/** Returns all logged entries that ever had this label, as JSON. */
const entriesWithLabel = (log: OperationLog, label: string) =>
  JSON.stringify(
    log
      .all()
      .filter(({ mutations, acknowledged }) =>
        [acknowledged?.body, ...mutations.map(({ body }) => body)].some(
          (body) => body && labelOf(body) === label,
        ),
      )
      .map(({ device, seq, removed, acknowledged, mutations }) => ({
        device,
        seq,
        removed,
        id: acknowledged?.id,
        result: acknowledged?.result?.id,
        mutations,
      })),
  );

/** Returns expected records that are on the server twice, or neither there, on the device nor deleted. */
function lostOrDuplicated(
  devices: readonly BrowserDevice[],
  entries: ReadonlyMap<number, readonly OutboxEntry[]>,
  records: ReadonlyMap<ResourceName, readonly Readonly<Record<string, unknown>>[]>,
  log: OperationLog,
): string[] {
  const removedLabels = new Set(
    log
      .all()
      .flatMap(({ removed, mutations }) => (removed ? mutations.map(({ body }) => labelOf(body)) : [])),
  );
  const deleted = new Set(
    log
      .all()
      .flatMap(({ acknowledged }) =>
        acknowledged?.operation.kind === 'delete'
          ? [`${acknowledged.operation.resource} ${acknowledged.operation.recordId}`]
          : [],
      ),
  );
  return devices.flatMap(({ number, expectedRecords }) =>
    expectedRecords.flatMap(({ label, resource }) => {
      const onServer = (records.get(resource) ?? []).filter((entry) => labelOf(entry) === label).length;
      const onDevice = (entries.get(number) ?? []).filter(
        ({ body, state }) => labelOf(body) === label && state !== 'done',
      ).length;
      const made = (entries.get(number) ?? []).find(
        ({ body, operation }) => labelOf(body) === label && operation.kind === 'create',
      );
      const wasDeleted = deleted.has(`${resource} ${made?.result?.id}`);
      if (onServer > 1)
        return [
          `duplicated: ${resource} ${label} is on the server ${onServer} times; ${entriesWithLabel(log, label)}`,
        ];
      if (onServer + onDevice === 0 && !wasDeleted && !removedLabels.has(label))
        return [
          `lost: device ${number} reported ${resource} ${label} as saved; ${entriesWithLabel(log, label)}`,
        ];
      return [];
    }),
  );
}

test(`two browsers under random operations and faults lose, duplicate and overwrite nothing (seed ${seed})`, async () => {
  const startedAt = performance.now();
  const server = await startServer({ ACCESS_TOKEN_SECONDS: '600' });
  addPerson(server, second);
  const managerApi = await signedInApi(server.origin);
  await managerApi.post(paths.months, { name: 'The first month' });
  let lastNumber = 1000;
  const nextNumber = () => {
    lastNumber += 1;
    return lastNumber;
  };
  const branch: Branch = {
    server,
    managerApi,
    chance: createRandom(seed),
    log: new OperationLog(),
    nextNumber,
  };
  const devices = [
    await openBrowserDevice(seed, 0, server, { ...firstUser }),
    await openBrowserDevice(seed, 1, server, second),
  ];
  try {
    const operationsStartedAt = performance.now();
    const stuck = await runOperations(branch, devices);
    const operationSeconds = Math.round((performance.now() - operationsStartedAt) / 1000);
    await drainAndSettle(branch, devices);
    const entries = new Map<number, OutboxEntry[]>();
    for (const device of devices) entries.set(device.number, await collectEntries(branch, device));
    const records = new Map(
      await Promise.all(
        resourceNames.map(async (name) => [name, await managerApi.all(resourceOf(name).path)] as const),
      ),
    );
    const months = pageOf(month).parse(await managerApi.get(`${paths.months}?no_pagination=true`)).results;
    const { log } = branch;
    const history = [];
    for (const name of resourceNames) {
      const ofResource = await managerApi.get(`${HISTORY_PATH}?resource=${name}&no_pagination=true`);
      history.push(...pageOf(historyEntry).parse(ofResource).results);
    }
    const problems = [
      ...unseenChanges(history, log.all(), serverIdsOf(log)),
      ...audit({ saved: log.all(), entries, records, months, restores: 0, restoredRows: new Map() }),
      ...lostOrDuplicated(devices, entries, records, log),
    ];
    const all = log.all();
    print(
      `  ${all.length} entries: ${all.filter(({ acknowledged }) => acknowledged).length} done, ${all.filter(({ removed }) => removed).length} removed; ` +
        `${operations} operations in ${operationSeconds} s, ${Math.round((performance.now() - startedAt) / 1000)} s in all`,
    );
    for (const problem of [...stuck.map((one) => `stuck: ${one}`), ...problems]) print(`  ✗ ${problem}`);
    expect(problems).toEqual([]);
    expect(stuck).toEqual([]);
  } finally {
    for (const { browser, proxy } of devices) {
      await browser.remove();
      await proxy.close();
    }
    await server.remove();
  }
});
