import { expect, type Page, test } from '@playwright/test';
import { displayDay, localDay } from '#contract/days.ts';
import { paths } from '#contract/http.ts';
import { RECEIPTS_PATH } from '#contract/receipts.ts';
import { USERS_PATH } from '#contract/users.ts';
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
async function deskOn(page: Page, user = branch.user): Promise<Person> {
  await countTouches(page.context(), counts);
  await page.addInitScript(() => {
    window.print = () => Object.assign(window, { printed: Number(Reflect.get(window, 'printed') ?? 0) + 1 });
  });
  await signIn(page, proxy.origin, user);
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

test('the five jobs of a front desk take few taps', async ({ page }) => {
  const staff = {
    email: branch.user.email.replace('desk', 'salma'),
    password: 'a password of Salma',
    branch: branch.user.branch,
  };
  const named = { first_name: 'Salma', last_name: 'Hany', account_type: 'staff' };
  await api.post(USERS_PATH, { email: staff.email, password: staff.password, ...named });
  const person = await deskOn(page, staff);
  const { tap, type, see, choose, pick } = person;
  const main = page.getByRole('main');
  const begin = (job: string) => tap(main.getByRole('navigation').getByText(job));

  await test.step('an existing student is enrolled, pays in full and gets a receipt', async () => {
    await api.post('/students/', factory.student({ name: 'Farida Nabil' }));
    const enrol = async (name: string, choices: () => Promise<void>) => {
      await begin('Enrol');
      await tap(page.getByRole('menuitem', { name: 'Adult Courses' }));
      await pick('Student', name);
      await tap(main.getByRole('button', { name: 'Next number' }));
      await choices();
      await type(main.getByLabel('Price', { exact: true }), '1800');
      await type(main.getByLabel('Paid Amount'), '1800');
      await tap(main.getByRole('button', { name: 'Save and print' }));
      await printed(page);
      await see(page.getByRole('table').getByText(name));
    };
    await fromDashboard(page, 9, () =>
      enrol('Farida Nabil', async () => {
        await choose('Level', 'Level 3');
        await choose('Period', '3 Months');
        await choose('Transportation Type', 'Parent');
      }),
    );
    await expectNothingPending(page);
    await api.post('/students/', factory.student({ name: 'Hana Nabil' }));
    await page.reload();
    await fromDashboard(page, 6, () =>
      enrol('Hana Nabil', () => tap(main.getByRole('button', { name: /^As last time: .*Level 3/ }))),
    );
    await expectNothingPending(page);
    expect(await api.all('/adult-course/')).toMatchObject([
      { level: '3', paid_amount: '1800.00' },
      { level: '3', paid_amount: '1800.00' },
    ]);
  });

  await test.step('a new student and the bus', async () => {
    await fromDashboard(page, 5, async () => {
      await begin('New student');
      await type(main.getByLabel('Name', { exact: true }), 'Karim Fawzy');
      await tap(main.getByRole('button', { name: 'Save and enrol' }));
      await tap(page.getByRole('dialog').getByRole('link', { name: /^Bus/ }));
      await type(main.getByLabel('Price', { exact: true }), '300');
      await type(main.getByLabel('Paid Amount'), '300');
      await tap(main.getByRole('button', { name: 'Next number' }));
      await tap(main.getByRole('button', { name: /^(Add|Create) Bus/ }));
      await see(main.getByText('Karim Fawzy').first());
    });
    await expectNothingPending(page);
  });

  await test.step('a book is sold', async () => {
    const book = await api.post('/books/', factory.book({ name: 'Starter Reader', sell_price: '100' }));
    await api.post('/book-order/', factory.bookOrder(String(book.id), { quantity: '6', paid_amount: '0' }));
    await fromDashboard(page, 4, async () => {
      await begin('Sell a book');
      await pick('Book', 'Starter Reader');
      await pick('Student', 'Karim Fawzy');
      await type(main.getByLabel('Quantity'), '1');
      await type(main.getByLabel('Paid Amount'), '100');
      await tap(main.getByRole('button', { name: 'Create Book Payout', exact: true }));
      await see(page.getByRole('table').getByText('Starter Reader'));
    });
    await expectNothingPending(page);
  });

  await test.step('an expense from the drawer', async () => {
    await fromDashboard(page, 2, async () => {
      await begin('Expense');
      await type(main.getByRole('textbox', { name: 'Title' }), 'Cleaning');
      await type(main.getByRole('textbox', { name: 'Amount' }), '75');
      await tap(main.getByRole('button', { name: 'Add Expenses', exact: true }));
      await see(main.getByText('Cleaning').first());
    });
    await expectNothingPending(page);
    expect(await api.all('/expenses/')).toMatchObject([{ amount: '75.00', from_drawer: true }]);
  });

  await test.step('a call, and the day on which they will pay', async () => {
    await debtor('Samir Debtor', '9000');
    await page.reload();
    await fromDashboard(page, 4, async () => {
      await tap(main.getByRole('link', { name: 'All debts' }));
      await tap(main.getByRole('button', { name: 'Contact Samir Debtor' }));
      await tap(page.getByRole('link', { name: 'Will pay on…' }));
      await type(main.getByRole('textbox', { name: 'Will Pay On' }), displayDay(localDay(new Date())));
      await tap(main.getByRole('button', { name: 'Add Promise' }));
      await see(main.getByText('Will pay on').first());
    });
    await expectNothingPending(page);
  });

  await test.step('the drawer is closed', async () => {
    await fromDashboard(page, 6, async () => {
      await tap(main.getByRole('link', { name: 'Close my drawer' }));
      await person.apart(() => type(main.getByRole('textbox', { name: 'Pieces of 200', exact: true }), '1'));
      await tap(main.getByRole('button', { name: 'Compare', exact: true }));
      await type(main.getByRole('textbox', { name: 'Why does it differ?' }), 'Gave too much change');
      await tap(main.getByRole('button', { name: 'Finish', exact: true }));
      await tap(main.getByRole('button', { name: 'Print', exact: true }));
      await printed(page);
      await tap(main.getByRole('button', { name: 'Done', exact: true }));
    });
    await expectNothingPending(page);
  });
});
