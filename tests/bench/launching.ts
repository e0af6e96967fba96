import type { BrowserContext, Page } from '@playwright/test';
import { serveAppFiles } from '../support/app-files.ts';
import { startFaultProxy } from '../support/fault-proxy.ts';
import { build, type Change, copySources } from '../support/source-copy.ts';
import { type Line, ms, timing } from './measure.ts';
import { memoryOf, throttledPage, withThrottledApp } from './throttled-app.ts';

/** The app keeps about 45 lists by itself: fewer cannot be measured. */
const FEW = 50;
const sizes = [FEW, 100, 1_000, 5_000] as const;
const MANY = 1_000;
const ROUNDS = 5;
const WRITTEN_WITHIN = 2_500;
const ROW = 'main tbody a[aria-label^="Edit"]';
const STOCK_KEY = 'bench-stock';
/** Holds the accepted ratio to the sync persister, which reads all lists before the first render. */
const STOCK_BAR = 1;

/** Replaces our persister by the library's sync persister: the whole cache as one text in localStorage. */
const withStockPersister: readonly Change[] = [
  [
    'src/app/shell/session-provider.tsx',
    "import type { LocalServices } from './local-services.ts';",
    `import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister';
import type { LocalServices } from './local-services.ts';

/** Reads once, as ours does: a start asks twice. */
function stockPersister(): Persister {
  const stock = createSyncStoragePersister({ storage: window.localStorage, key: '${STOCK_KEY}' });
  let restored: ReturnType<typeof stock.restoreClient> | undefined;
  return {
    ...stock,
    restoreClient() {
      restored ??= stock.restoreClient();
      return restored;
    },
  };
}`,
  ],
  [
    'src/app/shell/session-provider.tsx',
    'return { client, hasCache, services, persister };',
    'return { client, hasCache, services, persister: stockPersister() };',
  ],
  [
    'src/app/shell/session-provider.tsx',
    'dehydrateOptions: { shouldDehydrateQuery: () => false, shouldDehydrateMutation: () => false },',
    '',
  ],
];

interface Launch {
  /** Time from the navigation to visible list rows, in milliseconds. */
  readonly rows: number;
  /** JavaScript heap in bytes. */
  readonly memory: number;
}

/** Fills each kind of store with this number of copies of the cached list. */
type Fill = (page: Page, lists: number) => Promise<void>;

const fillOurs: Fill = (page, lists) =>
  page.evaluate(async (wanted) => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const db = await done(indexedDB.open('branch-desk-cache'));
    const store = db.transaction('queries', 'readwrite').objectStore('queries');
    const all = await done(store.getAll());
    const model = all.find(({ hash }) => hash.includes('student') && hash.includes('"list"'));
    for (let at = all.length; at < wanted; at += 1) {
      const queryKey = ['student', 'list', { page: at + 1_000 }];
      const hash = JSON.stringify(queryKey);
      store.put({ ...model, queryKey, hash, dataUpdatedAt: model.dataUpdatedAt - at });
    }
    await new Promise((resolve) => store.transaction.addEventListener('complete', resolve));
    db.close();
  }, lists);

const fillStock: Fill = (page, lists) =>
  page.evaluate(
    ([wanted, key]) => {
      const kept = JSON.parse(localStorage.getItem(key) ?? '{}');
      const { queries } = kept.clientState;
      const model = queries.find(
        ({ queryHash }: { queryHash: string }) =>
          queryHash.includes('student') && queryHash.includes('"list"'),
      );
      for (let at = queries.length; at < wanted; at += 1) {
        const queryKey = ['student', 'list', { page: at + 1_000 }];
        queries.push({ ...model, queryKey, queryHash: JSON.stringify(queryKey) });
      }
      localStorage.setItem(key, JSON.stringify(kept));
    },
    [lists, STOCK_KEY] as const,
  );

/** Opens the list of students offline, as after switching the device on. */
async function launch(context: BrowserContext, origin: string): Promise<Launch> {
  const page = await throttledPage(context);
  await page.addInitScript((selector) => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector(selector)) return;
      observer.disconnect();
      requestAnimationFrame(() => performance.mark('rows'));
    }).observe(document, { childList: true, subtree: true });
  }, ROW);
  await page.goto(`${origin}/students`);
  await page.waitForFunction(() => performance.getEntriesByName('rows').length > 0);
  const rows = await page.evaluate(() => performance.getEntriesByName('rows')[0]?.startTime ?? Number.NaN);
  const memory = await memoryOf(page);
  await page.close();
  return { rows, memory };
}

async function launches(origin: string, fill: Fill, lists: readonly number[]): Promise<Map<number, Launch>> {
  return withThrottledApp(origin, async (context, page) => {
    await page.goto(`${origin}/students`);
    await page.locator(ROW).first().waitFor();
    // Waits until nothing is fetched and the debounced write to the store is done.
    await page.waitForLoadState('networkidle');
    await page.waitForTimeout(WRITTEN_WITHIN);
    await page.goto('about:blank');
    const measured = new Map<number, Launch>();
    for (const size of lists) {
      await context.setOffline(false);
      const filling = await context.newPage();
      // Uses another page of the origin: the app would read and overwrite the filled store.
      await filling.goto(`${origin}/logo.svg`);
      await fill(filling, size);
      await filling.close();
      await context.setOffline(true);
      const found: Launch[] = [];
      for (let round = 0; round < ROUNDS; round++) found.push(await launch(context, origin));
      const middle = (name: keyof Launch) => timing(found.map((one) => one[name])).median;
      measured.set(size, { rows: middle('rows'), memory: middle('memory') });
    }
    return measured;
  });
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

/** Measures the offline start on a CPU four times slower, by number of cached lists and against the sync persister. */
export async function launching(origin: string): Promise<Line[]> {
  const ours = await launches(origin, fillOurs, sizes);
  const sources = copySources();
  sources.change(withStockPersister);
  const stockFiles = await serveAppFiles(await build(sources, 'app'));
  const proxy = await startFaultProxy(origin);
  proxy.deploy(stockFiles.origin);
  const stock = await launches(proxy.origin, fillStock, [MANY]).finally(async () => {
    await proxy.close();
    await stockFiles.close();
    sources.remove();
  });
  const line = (what: string, one?: number, peer?: number, bar?: number, text = ms): Line => ({
    what,
    ours: text(one ?? Number.NaN),
    peer: text(peer ?? Number.NaN),
    ratio: (one ?? Number.NaN) / (peer ?? Number.NaN),
    ...(bar !== undefined && { bar }),
  });
  const few = ours.get(FEW);
  return [
    ...sizes
      .filter((size) => size !== FEW)
      .map((size) =>
        line(`offline launch to rows: ${size} lists against ${FEW}`, ours.get(size)?.rows, few?.rows, 1.2),
      ),
    line(
      `offline launch to rows, ${MANY} lists, against the sync persister`,
      ours.get(MANY)?.rows,
      stock.get(MANY)?.rows,
      STOCK_BAR,
    ),
    line(
      `memory after it: ${MANY} lists against ${FEW}`,
      ours.get(MANY)?.memory,
      few?.memory,
      undefined,
      megabytes,
    ),
    line(
      `memory after it, ${MANY} lists, against the sync persister`,
      ours.get(MANY)?.memory,
      stock.get(MANY)?.memory,
      undefined,
      megabytes,
    ),
  ];
}
