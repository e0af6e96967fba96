import { type ElementHandle, firefox } from '@playwright/test';
import { enginePrograms } from '../support/find-engines.ts';
import type { Driver } from './browser-tab.ts';

/** Starts Debian's Firefox with a new profile, through WebDriver BiDi. */
export async function startFirefox(): Promise<Driver> {
  const browser = await firefox.launch({ channel: 'moz-firefox', executablePath: enginePrograms.firefox });
  const context = await browser.newContext({
    viewport: { width: 1180, height: 820 },
    locale: 'en-GB',
    timezoneId: 'Africa/Cairo',
  });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const script = (body: string) => `(argument) => {${body}}`;
  const call = (body: string) => `(${script(body)})`;
  const handle = (element: unknown) => element as ElementHandle<HTMLElement>;
  return {
    open: async (address) => void (await page.goto(address)),
    reload: async () => void (await page.reload()),
    evaluate: (body, argument) => page.evaluate(`${call(body)}(${JSON.stringify(argument)})`),
    element: async (body, argument) => {
      const found = await page.evaluateHandle(`${call(body)}(${JSON.stringify(argument)})`);
      return found.asElement() ?? (await found.jsonValue());
    },
    click: (element) => handle(element).click({ timeout: 5_000 }),
    // Keys, because `fill` sets the value past React here.
    type: async (element, text) => {
      await handle(element).fill('');
      await handle(element).type(text);
    },
    select: async (element, label) => void (await handle(element).selectOption({ label })),
    chooseFile: (input, path) => handle(input).setInputFiles(path),
    close: () => browser.close(),
  };
}
