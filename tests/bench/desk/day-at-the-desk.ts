import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page, ViewportSize } from '@playwright/test';
import { SETTINGS_PATH } from '#contract/branch-settings.ts';
import { paths } from '#contract/http.ts';
import { demoSettings } from '#server/demo/demo-settings.ts';
import { readyToStartOffline } from '../../e2e/page-actions.ts';
import { type Api, signedInApi } from '../../support/api.ts';
import { newDevice, screens, signIn } from '../../support/browser.ts';
import { startFaultProxy } from '../../support/fault-proxy.ts';
import { startServerOfBench } from '../children.ts';
import { aligned } from '../measure.ts';
import { type Counts, countTouches, personAt } from './person.ts';
import type { DeskTask, TaskRun } from './task.ts';
import { closeTheDay, endTheMonth, expense, salary } from './tasks/day.ts';
import { newStudent, newStudentWithDiscount } from './tasks/new-student.ts';
import {
  cancelPayment,
  familyPayment,
  findWhatIsOwed,
  leaveCourse,
  paymentByTransfer,
  receiptAgain,
  refund,
  twoBooks,
} from './tasks/payments.ts';
import { promiseOfToday, reminder } from './tasks/reminders.ts';

/** Lists the tasks of a day at the desk, in the order in which it brings them. */
const allTasks: readonly DeskTask[] = [
  findWhatIsOwed,
  familyPayment,
  paymentByTransfer,
  newStudent,
  newStudentWithDiscount,
  twoBooks,
  receiptAgain,
  cancelPayment,
  refund,
  leaveCourse,
  promiseOfToday,
  reminder,
  expense,
  salary,
  closeTheDay,
  endTheMonth,
];

const layouts = [
  { size: '1180x820', viewport: screens.tablet },
  { size: '820x1180', viewport: screens.uprightTablet },
  { size: '390x844', viewport: screens.phone },
] as const;

/** Whether the network is there all the time, or is cut in the middle of the task. */
const networks = ['online', 'cut'] as const;

interface TaskResult extends Counts {
  readonly what: string;
  readonly where: string;
  readonly bar: number;
  readonly failure?: string;
}

/** Writes a number with letters, as names are without digits. */
const wordOf = (serial: number) =>
  `Z${[...String(serial)].map((digit) => ['ba', 'ki', 'mo', 'ra', 'su', 'te', 'lu', 'ni', 'do', 'fe'][Number(digit)]).join('')}`;

async function openDashboard(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/`);
  await page.getByRole('banner').filter({ hasText: 'Online' }).waitFor({ timeout: 60_000 });
  await page.getByRole('main').getByRole('link', { name: 'All debts' }).waitFor({ timeout: 60_000 });
}

const firstLines = (error: unknown) => String(error instanceof Error ? error.message : error).slice(0, 400);

async function pictureOf(page: Page): Promise<string> {
  const path = join(mkdtempSync(join(tmpdir(), 'branch-desk-bench-')), 'screen.png');
  await page.screenshot({ path }).catch(() => undefined);
  return path;
}

interface PreparedRun {
  readonly task: DeskTask;
  readonly size: string;
  readonly viewport: ViewportSize;
  readonly network: (typeof networks)[number];
  readonly run: TaskRun;
}

/** Creates the records of each task at each size, online and cut, and of one more run of a task. */
async function prepareRuns(tasks: readonly DeskTask[], api: Api, rehearsed: DeskTask) {
  const runs: PreparedRun[] = [];
  let serial = 20_000;
  const rehearsal = await rehearsed.prepare({ api, word: wordOf(serial), serial });
  for (const { size, viewport } of layouts) {
    for (const network of networks) {
      for (const task of tasks) {
        serial += 1;
        const run = await task.prepare({ api, word: wordOf(serial), serial });
        runs.push({ task, size, viewport, network, run });
      }
    }
  }
  return { runs, rehearsal };
}

export interface DayAtTheDesk {
  readonly table: string;
  readonly missed: readonly string[];
}

const isMissed = ({ taps, bar, failure }: TaskResult) => failure !== undefined || taps > bar;

function tableOf(tasks: readonly DeskTask[], results: readonly TaskResult[]): string {
  const where = [...new Set(results.map((one) => one.where))];
  return aligned([
    ['task', 'bar', ...where, 'typed'],
    ...tasks.map(({ what, bar }) => {
      const taskResults = results.filter((one) => one.what === what);
      const cells = where.map((place) => {
        const one = taskResults.find((result) => result.where === place);
        if (!one) return '';
        return one.failure === undefined ? `${one.taps}${isMissed(one) ? ' OVER' : ''}` : 'FAILED';
      });
      return [what, `≤ ${bar}`, ...cells, String(Math.max(...taskResults.map(({ typed }) => typed)))];
    }),
  ]);
}

/** Counts every touch, at three sizes, online and with the network cut in the middle. `asked`: parts of the tasks' names. */
export async function dayAtTheDesk(
  print: (line: string) => void,
  asked: readonly string[] = [],
): Promise<DayAtTheDesk> {
  const tasks = allTasks.filter(
    ({ what }) => asked.length === 0 || asked.some((part) => what.includes(part)),
  );
  const server = await startServerOfBench({ ACCESS_TOKEN_SECONDS: '36000', LOG_LEVEL: 'warn' });
  const proxy = await startFaultProxy(server.origin);
  const device = newDevice();
  const results: TaskResult[] = [];
  try {
    const api = await signedInApi(server.origin);
    await api.post(paths.months, { name: 'November' });
    await api.patch(SETTINGS_PATH, demoSettings);
    // Before the device signs in: it has read this morning what the branch has.
    const { runs, rehearsal } = await prepareRuns(tasks, api, newStudent);
    const counts: Counts = { taps: 0, typed: 0 };
    const page = await device.open();
    const context = device.context();
    await countTouches(context, counts);
    // tsx compiles evaluated functions to call this helper, which the page lacks.
    await context.addInitScript('globalThis.__name ??= (named) => named');
    await context.addInitScript(() => {
      window.print = () => {
        document.body.setAttribute('data-printed', '');
        dispatchEvent(new Event('afterprint'));
      };
    });
    await context.route('https://wa.me/**', (route) => route.fulfill({ body: 'WhatsApp' }));
    await signIn(page, proxy.origin);
    await readyToStartOffline(page, proxy);
    // Somebody was enrolled on this device before, so that its form offers the level that was last used.
    await openDashboard(page, proxy.origin);
    await rehearsal.act(personAt(page, counts, false));
    for (const { task, size, viewport, network, run } of runs) {
      await page.setViewportSize(viewport);
      await openDashboard(page, proxy.origin);
      Object.assign(counts, { taps: 0, typed: 0 });
      let done = { ...counts };
      let failure: string | undefined;
      try {
        await run.act(personAt(page, counts, network === 'cut'));
        done = { ...counts };
        await context.setOffline(false);
        await openDashboard(page, proxy.origin);
        await run.check?.();
      } catch (error) {
        failure = `${firstLines(error)}\nPicture: ${await pictureOf(page)}`;
        await context.setOffline(false);
      }
      for (const other of context.pages()) if (other !== page) await other.close();
      const where = `${size} ${network}`;
      print(`${where}, ${task.what}: ${failure ?? `${done.taps} taps`}`);
      results.push({
        what: task.what,
        where,
        bar: task.bar,
        ...done,
        ...(failure !== undefined && { failure }),
      });
    }
  } finally {
    await device.remove();
    await proxy.close();
    await server.remove();
  }
  const missed = results
    .filter(isMissed)
    .map(
      ({ what, where, bar, taps, failure }) =>
        `${what}, ${where}: ${failure ?? `${taps} taps, at most ${bar}`}`,
    );
  return { table: tableOf(tasks, results), missed };
}
