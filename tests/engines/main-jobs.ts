import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AppFiles, serveAppFiles } from '../support/app-files.ts';
import { areEnginesExpected } from '../support/find-engines.ts';
import { projectRoot } from '../support/project-root.ts';
import type { Driver, Query } from './browser-tab.ts';
import { BANNER, DIALOG } from './desk.ts';
import { api, desk, proxy, withDesk } from './with-desk.ts';

/** Today for the server, whose day begins two or three hours after that of the browser in Cairo. */
const serverDay = (parts: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...parts }).format();

/** Serves the built app under another version: its page names itself, and the service worker lists that page anew. */
async function serveNewerApp(): Promise<AppFiles & { readonly folder: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'newer-app-'));
  cpSync(join(projectRoot, 'dist/app'), folder, { recursive: true });
  const change = (name: string, from: RegExp, to: string) => {
    const file = join(folder, name);
    const text = readFileSync(file, 'utf8');
    if (!from.test(text)) throw new Error(`${name} has no ${from}.`);
    writeFileSync(file, text.replace(from, to));
    for (const compressed of ['br', 'gz']) rmSync(`${file}.${compressed}`);
  };
  change('index.html', /<html /, '<html data-build="newer" ');
  change('sw.js', /(index\.html",revision:")[^"]+/, '$1newer');
  return { ...(await serveAppFiles(folder)), folder };
}

/** Tests all but `smoke.ts`. @param start a browser of the engine, with a new profile */
export function testMainJobs(engine: string, start: () => Promise<Driver>): void {
  describe.skipIf(!areEnginesExpected)(`the main jobs in ${engine}`, () => {
    let newer: Awaited<ReturnType<typeof serveNewerApp>>;

    withDesk(start);
    beforeAll(async () => {
      newer = await serveNewerApp();
    });
    afterAll(async () => {
      await newer?.close();
      if (newer) rmSync(newer.folder, { recursive: true });
    });

    it('signs in and creates a month', async () => {
      await desk.signIn();
      await desk.noteErrors();
      await desk.press('Create New Month');
      await desk.type({ label: 'Name', within: DIALOG }, 'November');
      await desk.press(/create/i, DIALOG);
      await desk.seesNo(DIALOG);
      expect(await api.newestMonth()).toMatchObject({ name: 'November', status: 'running' });
    });

    it('adds a student and enrols them, with a day of the calendar', async () => {
      await desk.goTo('Students');
      await desk.follow('Add Student');
      await desk.type({ role: 'textbox', name: 'Name' }, 'Mona Adel');
      await desk.type({ role: 'textbox', name: /^Phone/ }, '0100 123 4567');
      await desk.save('Add Student', '/students');
      await desk.sees(desk.row('Mona Adel'));

      await desk.goTo('Adult Courses');
      await desk.follow('Create Course');
      await desk.pick('Student', 'Mona Adel');
      await desk.type({ label: /^Receipt Number/ }, '1041');
      await desk.select({ role: 'combobox', name: 'Level' }, 'Level 3');
      await desk.click({ role: 'radio', name: '3 Months' });
      await desk.click({ role: 'radio', name: 'Parent' });
      await desk.type({ label: /^Price/ }, '3,000');
      await desk.type({ label: /^Paid Amount/ }, '1,000');
      await desk.press(/^Pick a date: Custom Date/);
      const [day, monthName, year] = serverDay({ day: 'numeric', month: 'long', year: 'numeric' }).split(' ');
      const name = new RegExp(`${monthName} ${day}[a-z]+, ${year}$`);
      await desk.click({ role: 'gridcell', name, within: { role: 'dialog', name: /: pick a day$/ } });
      expect(await desk.value({ role: 'textbox', name: /^Custom Date/ })).toBe(
        serverDay({ day: 'numeric', month: 'numeric', year: 'numeric' }),
      );
      await desk.save('Create Course', '/courses/adult');
      await desk.seesInRow('1041', /2,000\.00/);
    });

    it('takes an installment', async () => {
      await desk.takeInstallment('Mona Adel', '1042', '500');
      await desk.seesInRow('1041', /1,500\.00/);
      expect(await api.all('/adult-course/')).toMatchObject([
        { receipt_number: '1042', paid_amount: '500.00', is_installment: true },
        { receipt_number: '1041', remaining_amount: '1500.00' },
      ]);
    });

    it('takes a family payment and shows its receipt', async () => {
      await desk.follow('Take payment', BANNER);
      await desk.pick('Student', 'Mona Adel');
      await desk.type({ role: 'textbox', name: 'Amount received' }, '250.50');
      await desk.press('Next number');
      await desk.press('Save L.E. 250.50');
      await desk.sees({ role: 'heading', name: 'Payment saved' });
      await desk.press('Print');
      const receipt: Query = { role: 'dialog', name: 'Receipt' };
      await desk.sees({ text: /250\.50/, within: receipt });
      await desk.press('Close', receipt);
      await desk.seesNo(receipt);
      await desk.press('Next');
      expect(await api.all('/collections/')).toMatchObject([{ total: '250.50' }]);
    });

    it('speaks Arabic from right to left', async () => {
      await desk.press(/Profile/, BANNER);
      await desk.click({ role: 'menuitemradio', name: 'العربية' });
      await desk.sees({ role: 'link', name: 'كورسات الكبار' });
      expect(await desk.driver.evaluate('return document.documentElement.dir;', null)).toBe('rtl');
      await desk.press(/حسابي/, BANNER);
      await desk.click({ role: 'menuitemradio', name: 'English' });
      await desk.sees({ role: 'link', name: 'Students' });
    });

    it('exports the students, and imports more from a file', async () => {
      await desk.goTo('Students');
      await desk.keepFiles();
      await desk.press('Export');
      await desk.press('CSV file', DIALOG);
      await desk.seesNo(DIALOG);
      expect(await desk.keptFile()).toContain('S-0001,Mona Adel,01001234567');

      await desk.follow('Import');
      const file = join(mkdtempSync(join(tmpdir(), 'import-')), 'students.csv');
      writeFileSync(file, 'الاسم,موبايل\nمنى سمير,٠١٠٠١٢٣٤٥٦٨\nOmar Fouad,0111\n');
      await desk.sees({ role: 'button', name: /Choose a file/ });
      const input = await desk.driver.element("return document.querySelector('input[type=file]');", null);
      await desk.driver.chooseFile(input, file);
      await desk.press('Read the file');
      await desk.press('Check the rows');
      await desk.press('Import 2 rows');
      await desk.sees({ text: /Imported: 2 rows of students\.csv\./ });
      const names = (await api.all('/students/')).map(({ name }) => name);
      expect(names.sort()).toEqual(['Mona Adel', 'Omar Fouad', 'منى سمير']);
    });

    it('updates to a newer version, with what waits', async () => {
      await desk.installed();
      const reconnect = proxy.always({}, { kind: 'drop' });
      await desk.takeInstallment('Mona Adel', '1043', '10');
      await desk.seesInRow('1043', /Waiting to be sent/);
      proxy.deploy(newer.origin);
      await desk.driver.evaluate(
        'navigator.serviceWorker.getRegistration().then((one) => one.update());',
        null,
      );
      await desk.press('Update now', { role: 'region', name: 'Update' });
      await desk.until(
        () => desk.driver.evaluate('return document.documentElement.dataset.build;', null),
        (build) => build === 'newer',
        'Expected the newer version',
      );
      await desk.seesInRow('1043', /Waiting to be sent/);
      reconnect();
      await desk.online();
      expect(await api.newestMonth()).toMatchObject({ revenue: '1760.50', debts: '1239.50' });
    });

    it('had no error on the way', async () => {
      expect(await desk.errors()).toBe('');
    });
  });
}
