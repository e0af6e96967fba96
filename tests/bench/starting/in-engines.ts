import { setTimeout as sleep } from 'node:timers/promises';
import type { Driver } from '../../engines/browser-tab.ts';
import { Desk } from '../../engines/desk.ts';
import { startFirefox } from '../../engines/firefox.ts';
import { startWebKit } from '../../engines/webkit.ts';
import { signedInTokens } from '../../support/api.ts';
import { startFaultProxy } from '../../support/fault-proxy.ts';
import { prepareEngines } from '../../support/find-engines.ts';
import type { Line } from '../measure.ts';
import { comparison, ROW, withBarePageServed } from './starting.ts';

const ROUNDS = 9;
const SEARCH = 'main input[type="search"]';

/** Repeats a script until it returns a number. A page that is being replaced answers with an error. */
async function number(driver: Driver, script: string, argument: unknown): Promise<number> {
  const until = Date.now() + 60_000;
  while (Date.now() < until) {
    const found = await driver.evaluate(script, argument).catch(() => null);
    if (typeof found === 'number') return found;
    await sleep(4);
  }
  throw new Error(`No number within a minute: ${script}`);
}

/** Observes the new document from its first milliseconds on; the page that was left answers nothing. */
const TIME_TO_ROWS = `
  if (window.isLeft || !document.documentElement) return null;
  if (window.rowsAt === undefined) {
    window.rowsAt = 0;
    const look = () => {
      if (window.rowsAt > 0 || !document.querySelector(argument)?.textContent) return;
      window.rowsAt = -1;
      requestAnimationFrame(() => { window.rowsAt = performance.now(); });
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
    look();
  }
  return window.rowsAt > 0 ? window.rowsAt : null;`;

/** Returns the time from the navigation to a frame with rows, in milliseconds. */
async function timeToRows(driver: Driver, address: string): Promise<number> {
  await driver.evaluate('window.isLeft = true; location.href = argument; return 0;', address);
  return number(driver, TIME_TO_ROWS, ROW);
}

/** Returns the time from the first key in the search field to the next frame, in milliseconds. */
async function timeOfFirstKey(driver: Driver): Promise<number> {
  const field = await driver.element('return document.querySelector(argument) ?? null;', SEARCH);
  await driver.evaluate(
    `window.keyTook = null;
    addEventListener('keydown', ({ timeStamp }) => {
      requestAnimationFrame(() => setTimeout(() => { window.keyTook = performance.now() - timeStamp; }));
    }, { once: true, capture: true });
    return 0;`,
    null,
  );
  await driver.type(field, 'M');
  return number(driver, 'return window.keyTook;', null);
}

/** Measures start and first key in WebKit and Firefox against the bare page, round by round. */
export async function startingInEngines(origin: string): Promise<Line[]> {
  prepareEngines();
  const { access } = await signedInTokens(origin);
  const lines: Line[] = [];
  for (const [engine, start] of [
    ['WebKit', () => startWebKit(false)],
    ['Firefox', startFirefox],
  ] as const) {
    const proxy = await startFaultProxy(origin);
    const driver = await start();
    try {
      const desk = new Desk(driver, proxy.origin);
      await desk.signIn();
      await desk.installed();
      await desk.goTo('Students');
      await desk.sees({ role: 'row', has: ['Student 60'] });
      await withBarePageServed(origin, async (bare) => {
        await driver.open(`${bare.origin}/api/health`);
        await number(
          driver,
          "if (location.origin !== argument[0]) return null; localStorage.setItem('bare-page.access', argument[1]); return 0;",
          [bare.origin, access],
        );
        await timeToRows(driver, `${bare.origin}/students`);
        await desk.installed();
        const own = { rows: [] as number[], key: [] as number[] };
        const peer = { rows: [] as number[], key: [] as number[] };
        for (let round = 0; round < ROUNDS; round++) {
          own.rows.push(await timeToRows(driver, `${proxy.origin}/students`));
          own.key.push(await timeOfFirstKey(driver));
          peer.rows.push(await timeToRows(driver, `${bare.origin}/students`));
          peer.key.push(await timeOfFirstKey(driver));
        }
        lines.push(
          comparison(
            `${engine}: start to rows, against a bare page of the same packages`,
            own.rows,
            peer.rows,
          ),
          comparison(`${engine}: first key in the search, against a bare page`, own.key, peer.key),
        );
      });
    } finally {
      await driver.close();
      await proxy.close();
    }
  }
  return lines;
}
