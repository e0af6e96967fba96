import { randomUUID } from 'node:crypto';
import { expect, type Page, type Route } from '@playwright/test';
import type { ConflictFixtures } from './conflict-fixtures.ts';
import { type Entry, storePendingEntries } from './pending-entries.ts';
import type { Showing, State } from './states.ts';

type Json = Readonly<Record<string, unknown>>;
type Meets = (route: Route) => Promise<void>;

/** One kind of trouble: what waits, and what it meets on its way where the server itself would take it. */
interface Case {
  readonly name: string;
  readonly entry: (branch: ConflictFixtures) => Entry;
  /** What its card is called. */
  readonly says: string | RegExp;
  /** What happens to the write between the device and the server. */
  readonly meets?: Meets;
  /** The host can't tell a repeat from a new write (decision 5). */
  readonly keyless?: true;
}

const refuse =
  (status: number, detail: string): Meets =>
  (route) =>
    route.fulfill({ status, json: { detail } });
const lose: Meets = (route) => route.abort();
const swallow: Meets = async (route) => {
  await route.fetch();
  await route.abort();
};

const text = (record: Json, name: string) => String(record[name]);
const student = ({ owing }: ConflictFixtures) => ({
  ...(owing.student_data as Json),
  id: text(owing, 'student'),
});

const installment = (of: Json, receipt: string, paid: string): Entry => ({
  resource: 'adult-course',
  body: { is_installment: true, related_record: of.id, receipt_number: receipt, paid_amount: paid },
  referenced: { related_record: of },
});
const payout = (branch: ConflictFixtures, book: Json, quantity: string): Entry => ({
  resource: 'book-payout',
  body: { book: book.id, student: student(branch).id, quantity, paid_amount: '240.00' },
  referenced: { book, student: student(branch) },
});
const change = (before: Json, body: Json): Entry => ({
  resource: 'adult-course',
  kind: 'update',
  before,
  body,
});
const remove = (before: Json): Entry => ({ resource: 'adult-course', kind: 'delete', before });
const salary = (employee: Json): Entry => ({
  resource: 'salary',
  body: { employee: employee.id },
  referenced: { employee },
});
const newStudent: Entry = { resource: 'student', body: { name: 'Laila Samir', phone: '0122 333 4455' } };
const book = (wrong: Json): Entry => ({
  resource: 'book',
  body: {
    name: 'Starter English',
    category: 'kids_courses',
    subject: 'english',
    level: '3',
    sell_price: '80.00',
    ...wrong,
  },
});
const parked = (stored: Json): Entry => ({ ...newStudent, stored });

const UNKNOWN = 'Nobody knows whether the server got it';

const cases: readonly Case[] = [
  { name: 'overpaid', says: 'More than what remains', entry: (b) => installment(b.owing, '1042', '500.00') },
  {
    name: 'overpaid-nothing-remains',
    says: 'More than what remains',
    entry: (b) => installment(b.settled, '1051', '200.00'),
  },
  {
    name: 'overpaid-order',
    says: 'More than what remains',
    entry: ({ twoLeft }) => ({
      resource: 'book-order',
      body: { book: twoLeft.id, quantity: '5', price: '200.00', paid_amount: '250.00' },
      referenced: { book: twoLeft },
    }),
  },
  { name: 'out-of-stock', says: 'Not enough in stock', entry: (b) => payout(b, b.twoLeft, '3') },
  { name: 'out-of-stock-none-left', says: 'Not enough in stock', entry: (b) => payout(b, b.soldOut, '3') },
  {
    name: 'month-ended-more-money',
    says: /has ended$/,
    entry: ({ endedMonths }) =>
      change(endedMonths, { paid_amount: `${(Number(endedMonths.paid_amount) + 200).toFixed(2)}` }),
  },
  {
    name: 'month-ended-less-money',
    says: /has ended$/,
    entry: ({ endedMonths }) =>
      change(endedMonths, { paid_amount: '10.00', notes: 'Counted twice by mistake.' }),
  },
  {
    name: 'month-ended-delete',
    says: /has ended$/,
    entry: ({ endedExpense }) => ({ resource: 'expense', kind: 'delete', before: endedExpense }),
  },
  {
    name: 'hangs-on-it-installments',
    says: 'This course is still needed',
    entry: ({ hasInstallment }) => remove(hasInstallment),
  },
  {
    name: 'second-salary',
    says: 'There is a salary this month already',
    entry: (b) => salary(b.paidEmployee),
  },
  {
    name: 'deductions-over',
    says: 'The deductions are more than the salary',
    entry: (b) => salary(b.owingEmployee),
  },
  {
    name: 'hangs-on-it',
    says: 'This student is still needed',
    entry: (b) => ({ resource: 'student', kind: 'delete', before: student(b) }),
  },
  {
    name: 'clash',
    says: 'It does not go with what is recorded',
    entry: ({ settledDeduction }) => ({
      resource: 'deduction',
      kind: 'update',
      before: settledDeduction,
      body: { amount: '90.00', reason: 'Came a little late' },
    }),
  },
  {
    name: 'field-problem',
    says: 'One field needs another value',
    entry: () => book({ name: 'A' }),
  },
  {
    name: 'field-problems',
    says: 'Some fields need other values',
    entry: () => book({ level: '19', sell_price: '80.505' }),
  },
  {
    name: 'forbidden',
    says: 'This is not allowed for you',
    entry: () => ({ resource: 'expense', body: { title: 'New chairs', amount: '4500.00' } }),
    meets: refuse(403, 'You do not have permission to perform this action.'),
  },
  {
    name: 'refused',
    says: 'The server did not take it',
    entry: () => newStudent,
    meets: refuse(413, 'The request is too large.'),
  },
  {
    name: 'gone',
    says: 'This course is not there any more',
    entry: ({ gone }) => change(gone, { paid_amount: '2900.00' }),
  },
  { name: 'gone-delete', says: 'This course is gone already', entry: ({ gone }) => remove(gone) },
  {
    name: 'parent-gone',
    says: 'The course is not there any more',
    entry: ({ gone }) => installment(gone, '1043', '300.00'),
  },
  {
    name: 'parent-never-made',
    says: 'What this belongs to was never recorded',
    entry: () => {
      const never = { id: `new-${randomUUID()}`, name: 'Laila Samir', phone: '0122 333 4455' };
      return {
        resource: 'bus',
        body: { receipt_number: '1060', price: '900.00', paid_amount: '300.00', student: never.id },
        referenced: { student: never },
        stored: { state: 'rejected', lastError: 'What this belongs to was discarded on this device.' },
      };
    },
  },
  {
    name: 'outcome-unknown-arrived',
    says: UNKNOWN,
    entry: ({ hasInstallment }) => installment(hasInstallment, '1077', '100.00'),
    meets: lose,
    keyless: true,
  },
  {
    name: 'outcome-unknown-not-there',
    says: UNKNOWN,
    entry: ({ owing }) => installment(owing, '1078', '150.00'),
    meets: lose,
    keyless: true,
  },
  {
    name: 'outcome-unknown-changed',
    says: UNKNOWN,
    entry: ({ owing }) => change(owing, { notes: 'Pays on Thursdays.' }),
    meets: swallow,
    keyless: true,
  },
  {
    name: 'outcome-unknown-not-changed',
    says: UNKNOWN,
    entry: ({ owing }) => change(owing, { paid_amount: '2800.00' }),
    meets: lose,
    keyless: true,
  },
  {
    name: 'outcome-unknown-deleted',
    says: UNKNOWN,
    entry: ({ gone }) => remove(gone),
    meets: lose,
    keyless: true,
  },
  {
    name: 'outcome-unknown-not-deleted',
    says: UNKNOWN,
    entry: ({ owing }) => remove(owing),
    meets: lose,
    keyless: true,
  },
  {
    name: 'parked-newer-version',
    says: 'The app is too old for this',
    entry: () => parked({ schemaVersion: 99 }),
  },
  {
    name: 'parked-unknown-operation',
    says: 'The app is too old for this',
    entry: () => parked({ operation: { resource: 'certificate', kind: 'create', recordId: 'new-1' } }),
  },
  { name: 'parked-unreadable', says: 'This cannot be read', entry: () => parked({ body: 'torn' }) },
  {
    name: 'parked-other-branch',
    says: 'It belongs to another branch',
    entry: () => parked({ branchId: 'another' }),
  },
];

const WRITES = ['POST', 'PATCH', 'DELETE'];
const ANY = '**/api/**';
const BRANCH = '**/api/branch/details/';

/** Opens the Sync panel with this entry waiting, and waits until its card has said what it is about. */
async function openCard({ page, open, troubled }: Showing, { entry, says, meets, keyless }: Case) {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  // Only a page of the app reaches what the device keeps.
  if (page.url() === 'about:blank') await open('/');
  if (meets) {
    await page.route(ANY, (route) => {
      const request = route.request();
      const isWrite = WRITES.includes(request.method()) && !request.url().includes('/auth/');
      return isWrite ? meets(route) : route.fallback();
    });
  }
  if (keyless) {
    await page.route(BRANCH, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...(await answer.json()), idempotency: false } });
    });
  }
  await storePendingEntries(page, [entry(troubled)]);
  await open('/sync');
  const card = page.getByRole('region', { name: 'Needs you' });
  await expect(card.getByText(says, { exact: true })).toBeVisible({ timeout: 30_000 });
  await expect(card.getByText('Asking the server…')).toHaveCount(0);
  return card;
}

async function discard(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Discard:/ }).click();
  await expect(page.getByRole('radiogroup')).toBeVisible();
}

/** The card of every kind of trouble, each alone, then the question before one is given up. */
export const conflictStates: readonly State[] = [
  ...cases.map(
    (one): State =>
      async (showing) => {
        await openCard(showing, one);
        await showing.album.shoot(showing.page, `needs-you-${one.name}`);
      },
  ),
  async (showing) => {
    const { page, album, troubled } = showing;
    const first = cases[0];
    if (!first) return;
    await openCard(showing, first);
    await discard(page);
    await album.shoot(page, 'needs-you-discard');
    await page.getByRole('radio', { name: 'It was a mistake' }).check();
    await page.getByRole('radiogroup').locator('..').getByRole('button', { name: 'Discard' }).click();
    await page.getByText(/^Discarded in the last/).click();
    await album.shoot(page, 'needs-you-discarded');
    await storePendingEntries(
      page,
      cases.slice(0, 3).map(({ entry }) => entry(troubled)),
    );
    await showing.open('/');
    await page
      .getByRole('banner')
      .getByRole('button', { name: /3 need you/ })
      .click({ timeout: 30_000 });
    await expect(page.getByRole('dialog').getByText('3 of 3')).toBeVisible();
    await expect(page.getByText('Asking the server…')).toHaveCount(0);
    await album.shoot(page, 'needs-you-drawer', 'window');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await storePendingEntries(page, []);
    await showing.open('/');
  },
];
