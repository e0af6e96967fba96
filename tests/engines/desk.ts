import { z } from 'zod';
import { firstUser } from '../support/running-server.ts';
import { BrowserTab, type Driver, type Query } from './browser-tab.ts';

const NOT_STORED = 'This device could not store it';
const MOST_ATTEMPTS = 5;
const formState = z.tuple([z.string(), z.boolean()]);

const MAIN: Query = { role: 'main' };
export const BANNER: Query = { role: 'banner' };
export const DIALOG: Query = { role: 'dialog' };

export class Desk extends BrowserTab {
  readonly #origin: string;

  constructor(driver: Driver, origin: string) {
    super(driver);
    this.#origin = origin;
  }

  async signIn(): Promise<void> {
    await this.driver.open(`${this.#origin}/auth`);
    await this.type({ label: 'Email' }, firstUser.email);
    await this.type({ label: 'Password' }, firstUser.password);
    await this.click({ role: 'button', name: 'Login' });
    await this.sees({ role: 'link', name: 'Students' });
  }

  async goTo(entry: string): Promise<void> {
    const link: Query = { role: 'link', name: entry, within: { role: 'navigation', name: 'Main' } };
    await this.click(link);
    await this.sees({ ...link, current: 'page' });
  }

  press(name: string | RegExp, within: Query = MAIN): Promise<void> {
    return this.click({ role: 'button', name, within });
  }

  follow(name: string | RegExp, within: Query = MAIN): Promise<void> {
    return this.click({ role: 'link', name, within });
  }

  async pick(label: string, typed: string): Promise<void> {
    const picker: Query = { role: 'combobox', name: label };
    await this.click(picker);
    await this.type(picker, typed);
    await this.click({ role: 'option', has: [typed] });
  }

  row(text: string): Query {
    return { role: 'row', has: [text], within: MAIN };
  }

  async seesInRow(text: string, content: RegExp): Promise<void> {
    await this.sees({ role: 'row', has: [text, content], within: MAIN });
  }

  /** Waits until the app starts without a connection. */
  async installed(): Promise<void> {
    const isInstalled = () =>
      this.driver.evaluate(
        `return navigator.serviceWorker.ready.then(() => caches.keys()).then(async (names) => {
          const precache = names.find((name) => name.includes('precache'));
          return precache !== undefined && (await (await caches.open(precache)).keys()).length > 0;
        });`,
        null,
      );
    await this.until(isInstalled, (is) => is === true, 'Expected an installed app');
  }

  /** Notes errors of the page that is loaded, from now on. */
  async noteErrors(): Promise<void> {
    await this.driver.evaluate(
      `const note = (text) => sessionStorage.setItem('errors', (sessionStorage.getItem('errors') ?? '') + text + '\\n');
      addEventListener('error', ({ message }) => note(message));
      addEventListener('unhandledrejection', ({ reason }) => note(String(reason)));
      addEventListener('securitypolicyviolation', ({ blockedURI, violatedDirective }) => note(violatedDirective + ' ' + blockedURI));`,
      null,
    );
  }

  async errors(): Promise<string> {
    return String(await this.driver.evaluate("return sessionStorage.getItem('errors') ?? '';", null));
  }

  /** Keeps the text of each file that the page saves from now on. */
  async keepFiles(): Promise<void> {
    await this.driver.evaluate(
      `const create = URL.createObjectURL;
      URL.createObjectURL = (file) => {
        void file.text().then((text) => { window.keptFile = text; });
        return create.call(URL, file);
      };`,
      null,
    );
  }

  async keptFile(): Promise<string> {
    const read = () => this.driver.evaluate('return window.keptFile;', null);
    return String(await this.until(read, (text) => typeof text === 'string', 'Expected a saved file'));
  }

  online(): Promise<void> {
    return this.sees({ ...BANNER, has: ['Online'] });
  }

  /** For the only enrolment of this student. @param paid decimal text */
  async takeInstallment(student: string, receipt: string, paid: string): Promise<void> {
    await this.goTo('Adult Courses');
    await this.follow('Create Installment');
    await this.pick('Related Record', student);
    await this.type({ label: /^Receipt Number/ }, receipt);
    await this.type({ label: /^Paid Amount/ }, paid);
    await this.save('Create Installment', '/courses/adult');
  }

  /**
   * Presses the button of a form and waits for the page that follows. On a slow disk the device may be unable to store the entry; then it
   * presses again, as the form asks.
   */
  async save(button: string, next: string): Promise<void> {
    const state = 'return [location.pathname, document.body.innerText.includes(argument)];';
    for (let attempt = 1; ; attempt += 1) {
      await this.press(button);
      const [shown] = await this.until(
        async () => formState.parse(await this.driver.evaluate(state, NOT_STORED)),
        ([path, isNotStored]) =>
          path === next || path === '/auth' || (isNotStored && attempt < MOST_ATTEMPTS),
        `Expected the page ${next}`,
      );
      if (shown === next) return;
      if (shown === '/auth') throw new Error('The session has ended.');
    }
  }
}
