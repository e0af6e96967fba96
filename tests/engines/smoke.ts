import { describe, expect, it } from 'vitest';
import { prepareEnrolment } from '../e2e/prepared-enrolment.ts';
import { areEnginesExpected } from '../support/find-engines.ts';
import type { Driver } from './browser-tab.ts';
import { api, desk, proxy, withDesk } from './with-desk.ts';

const COURSES = '/api/adult-course/';

/** Tests what `npm test` asks of each engine. @param start a browser of the engine, with a new profile */
export function testSmoke(engine: string, start: () => Promise<Driver>): void {
  describe.skipIf(!areEnginesExpected)(`payments in ${engine}`, () => {
    withDesk(start);

    it('are taken without a connection, kept over a restart without it, and arrive once', async () => {
      await prepareEnrolment(api, { student: 'Mona Adel', receipt: '1041', price: '3000', paid: '1000' });
      await desk.signIn();
      await desk.noteErrors();
      // Left before it was read, the dashboard would have no figures on the device.
      await desk.sees({ role: 'article', has: ['Total income', /1,000\.00/] });
      await desk.goTo('Adult Courses');
      await desk.seesInRow('1041', /2,000\.00/);
      await desk.installed();
      const isReadAhead = async () =>
        proxy.passages.some(
          ({ path, query, status }) => path === COURSES && /no_pagination/.test(query) && status,
        );
      await desk.until(isReadAhead, Boolean, 'Expected the enrolments of the picker');

      const reconnect = proxy.cut();
      await desk.takeInstallment('Mona Adel', '1042', '100');
      await desk.seesInRow('1042', /Waiting to be sent/);
      await desk.driver.reload();
      await desk.noteErrors();
      await desk.seesInRow('1042', /Waiting to be sent/);
      await desk.seesInRow('1041', /1,900\.00/);
      await desk.takeInstallment('Mona Adel', '1043', '49.50');
      await desk.goTo('Home');
      await desk.sees({ text: /Not sent yet: 2 entries, L\.E\. 149\.50 received/ });

      proxy.passages.length = 0;
      proxy.next(
        { method: 'POST', path: COURSES },
        { kind: 'swallow' },
        { kind: 'truncate' },
        { kind: 'duplicate' },
      );
      reconnect();
      await desk.online();
      expect(proxy.remainingFaults()).toBe(0);
      const receipts = (await api.all('/adult-course/')).map((one) => one.receipt_number);
      expect(receipts.sort()).toEqual(['1041', '1042', '1043']);
      expect(await api.newestMonth()).toMatchObject({ revenue: '1149.50', debts: '1850.50' });
      const saves = proxy.passages.filter(({ method, path }) => method === 'POST' && path === COURSES);
      expect(new Set(saves.map(({ key }) => key)).size).toBe(2);
      expect(new Set(saves.map(({ body }) => body)).size).toBe(2);
      expect(await desk.errors()).toBe('');
    });
  });
}
