import { expect, type Page, test } from '@playwright/test';
import { paths } from '#contract/http.ts';
import { RECEIPTS_PATH } from '#contract/receipts.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { type Counts, countTouches, type Person, personAt } from '../bench/desk/person.ts';
import { screens, signIn } from '../support/browser.ts';
import { auditScreen, listColours } from './a11y/audit-page.ts';
import { api, branch, proxy, withBranch } from './own-branch.ts';
import { expectNothingPending, goWithin } from './page-actions.ts';

const factory = branchFactory(41);

withBranch(async () => {
  await api.post(paths.months, { name: 'November' });
});

const counts: Counts = { taps: 0, typed: 0 };

/** Signs in on a tablet where printing is counted, and every touch. */
async function deskOn(page: Page): Promise<Person> {
  await countTouches(page.context(), counts);
  await page.addInitScript(() => {
    window.print = () => Object.assign(window, { printed: Number(Reflect.get(window, 'printed') ?? 0) + 1 });
  });
  await signIn(page, proxy.origin, branch.user);
  return personAt(page, counts, false);
}

/** Acts a task out from the dashboard; typing is no tap. */
async function fromDashboard(page: Page, most: number, act: () => Promise<void>): Promise<void> {
  if (new URL(page.url()).pathname !== '/') await goWithin(page, '/');
  await page.evaluate(() => Object.assign(window, { printed: 0 }));
  await expect(page.getByRole('banner')).toContainText('Online');
  counts.taps = 0;
  await act();
  expect(counts.taps, 'taps').toBeLessThanOrEqual(most);
}

const printed = (page: Page) =>
  expect.poll(() => page.evaluate(() => Reflect.get(window, 'printed') ?? 0)).toBe(1);

/** Creates a student who owes, with a plan if days are named. */
async function debtor(name: string, owed: string, days: readonly string[] = []): Promise<string> {
  const student = await api.post('/students/', factory.student({ name, father_phone: '', mother_phone: '' }));
  const body = { price: owed, paid_amount: '0', custom_date: '2026-01-05' };
  const { id } = await api.post('/bus/', factory.enrolment('bus', String(student.id), body));
  if (days.length > 0) {
    const parts = days.map((due_day) => ({ due_day, amount: String(Number(owed) / days.length) }));
    await api.post('/plans/', { student: student.id, enrolment: id, parts });
  }
  return String(student.id);
}

async function choosePayer({ page, tap, type }: Person, name: string): Promise<void> {
  await tap(page.getByRole('banner').getByRole('link', { name: 'Take payment' }));
  await type(page.getByRole('combobox', { name: 'Student' }), name);
  await tap(page.getByRole('option', { name: new RegExp(`^${name}`) }));
}

/** The receipt of the newest collection was printed as often as this. */
async function expectPrints(prints: number): Promise<void> {
  const [{ id } = { id: '' }] = await api.all(paths.collections);
  // The print is queued a moment after the paper.
  await expect.poll(() => api.get(`${RECEIPTS_PATH}?resource=collection&id=${id}`)).toMatchObject({ prints });
}

test('payments are taken, printed and followed by the next with few taps', async ({ page }) => {
  const person = await deskOn(page);
  const { tap, type, see } = person;
  const main = page.getByRole('main');
  const pay = async (sum: string) => {
    await type(main.getByRole('textbox', { name: 'Amount received' }), sum);
    await tap(main.getByRole('button', { name: 'Next number' }));
    await tap(main.getByRole('button', { name: `Save and print L.E. ${sum}.00` }));
    await see(main.getByRole('heading', { name: 'Payment saved' }));
    await printed(page);
  };

  await test.step('an installment, printed, ready for the next one', async () => {
    await debtor('Mona Adel', '600', ['2027-01-05', '2027-02-05', '2027-03-05']);
    await fromDashboard(page, 4, async () => {
      await choosePayer(person, 'Mona Adel');
      await pay('200');
      await expect(main).toContainText('Mona Adel');
      await expect(main).toContainText('Remains in allL.E. 400.00');
      await expect(main).toContainText('Next dueL.E. 200.00 on 5/2/2027');
      await expect(main.getByRole('button', { name: 'Next', exact: true })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('combobox', { name: 'Student' })).toBeFocused();
    });
    await expectNothingPending(page);
    await expectPrints(1);
  });

  await test.step('a payment of a family for several debts, printed; printing is now the main button', async () => {
    const phone = { phone: '', mother_phone: '', father_phone: '01012345670' };
    for (const name of ['Omar Hany', 'Laila Hany']) {
      const { id } = await api.post('/students/', factory.student({ name, ...phone }));
      await api.post('/bus/', factory.enrolment('bus', String(id), { price: '300', paid_amount: '0' }));
    }
    await fromDashboard(page, 5, async () => {
      await choosePayer(person, 'Omar Hany');
      await expect(main.getByRole('checkbox')).toHaveCount(2);
      await expect(main.getByRole('button', { name: /^Save and print/ })).toHaveAttribute('type', 'submit');
      await pay('450');
    });
    await expectNothingPending(page);
    await expectPrints(1);
  });

  await test.step('the receipt of another day, printed again', async () => {
    const student = await debtor('Samir Fathy', '900');
    const body = { price: '900', paid_amount: '250', receipt_number: 'W777' };
    const bus = await api.post('/bus/', factory.enrolment('bus', student, body));
    await fromDashboard(page, 3, async () => {
      await tap(page.getByRole('banner').getByRole('button', { name: 'Search' }));
      await type(page.getByRole('combobox', { name: /^Name, code, phone/ }), 'W777');
      await tap(page.getByRole('option', { name: /W777.*Samir Fathy/ }));
      await tap(main.getByRole('button', { name: 'Print', exact: true }));
      await printed(page);
    });
    await expectNothingPending(page);
    await expect
      .poll(() => api.get(`${RECEIPTS_PATH}?resource=bus&id=${bus.id}`))
      .toMatchObject({ prints: 1 });
  });

  await test.step('ten salaries, on a tablet and the last one on a phone', async () => {
    const employee = { job_title: 'Teacher', salary: '4000', phone: '01012345678' };
    for (let number = 0; number < 10; number += 1)
      await api.post('/employees/', { ...employee, name: `Teacher ${number}` });
    const payAll = async (button: string) => {
      await person.go('Salary');
      await tap(main.getByRole('link', { name: 'Pay salaries' }));
      await tap(main.getByRole('button', { name: button }));
    };
    await fromDashboard(page, 3, async () => {
      await payAll('Pay 10 · L.E. 40,000.00');
      await expect(main.getByRole('checkbox', { name: /Paid in full for this month/ })).toHaveCount(10);
    });
    await expectNothingPending(page);
    const paid = await api.all('/salaries/');
    expect(new Set(paid.map((one) => one.employee)).size).toBe(10);
    expect(paid).toHaveLength(10);

    await api.post('/employees/', { ...employee, name: 'Teacher 10' });
    await page.setViewportSize(screens.phone);
    await fromDashboard(page, 4, () => payAll('Pay 1 · L.E. 4,000.00'));
    await expect(main.getByRole('checkbox', { name: /Paid in full for this month/ })).toHaveCount(11);
    await expectNothingPending(page);
    expect(await api.all('/salaries/')).toHaveLength(11);
    await auditScreen(page, 'pay salaries', listColours);
  });
});
