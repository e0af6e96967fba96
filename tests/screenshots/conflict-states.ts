import { randomUUID } from 'node:crypto';
import { expect, type Page, type Route } from '@playwright/test';
import type { ConflictFixtures } from './conflict-fixtures.ts';
import { type PendingEntry, storePendingEntries } from './pending-entries.ts';
import type { ShowingState, State } from './states.ts';

type Json = Readonly<Record<string, unknown>>;
type RouteFault = (route: Route) => Promise<void>;

/** Describes one kind of problem: a pending entry and the fault that causes it, if the server would accept the entry. */
export interface Case {
  readonly name: string;
  readonly entry: (branch: ConflictFixtures) => PendingEntry;
  /** The title of its card. */
  readonly title: string | RegExp;
  /** Handles the write between the device and the server. */
  readonly fault?: RouteFault;
  /** The server has no idempotency keys (decision 5). */
  readonly keyless?: true;
}

const refuse =
  (status: number, detail: string): RouteFault =>
  (route) =>
    route.fulfill({ status, json: { detail } });
const lose: RouteFault = (route) => route.abort();
const swallow: RouteFault = async (route) => {
  await route.fetch();
  await route.abort();
};

const text = (record: Json, name: string) => String(record[name]);
const student = ({ owing }: ConflictFixtures) => ({
  ...(owing.student_data as Json),
  id: text(owing, 'student'),
});

const installment = (of: Json, receipt: string, paid: string): PendingEntry => ({
  resource: 'adult-course',
  body: { is_installment: true, related_record: of.id, receipt_number: receipt, paid_amount: paid },
  referenced: { related_record: of },
});
const payout = (branch: ConflictFixtures, book: Json, quantity: string): PendingEntry => ({
  resource: 'book-payout',
  body: { book: book.id, student: student(branch).id, quantity, paid_amount: '240.00' },
  referenced: { book, student: student(branch) },
});
const change = (before: Json, body: Json): PendingEntry => ({
  resource: 'adult-course',
  kind: 'update',
  before,
  body,
});
const remove = (before: Json): PendingEntry => ({ resource: 'adult-course', kind: 'delete', before });
const salary = (employee: Json): PendingEntry => ({
  resource: 'salary',
  body: { employee: employee.id },
  referenced: { employee },
});
const newStudent: PendingEntry = {
  resource: 'student',
  body: { name: 'Laila Samir', phone: '0122 333 4455' },
};
const book = (wrong: Json): PendingEntry => ({
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
const quarantined = (stored: Json): PendingEntry => ({ ...newStudent, stored });

const UNKNOWN = 'Nobody knows whether the server got it';

export const conflictCases: readonly Case[] = [
  { name: 'overpaid', title: 'More than what remains', entry: (b) => installment(b.owing, '1042', '500.00') },
  {
    name: 'overpaid-nothing-remains',
    title: 'More than what remains',
    entry: (b) => installment(b.settled, '1051', '200.00'),
  },
  {
    name: 'overpaid-order',
    title: 'More than what remains',
    entry: ({ twoLeft }) => ({
      resource: 'book-order',
      body: { book: twoLeft.id, quantity: '5', price: '200.00', paid_amount: '250.00' },
      referenced: { book: twoLeft },
    }),
  },
  { name: 'out-of-stock', title: 'Not enough in stock', entry: (b) => payout(b, b.twoLeft, '3') },
  { name: 'out-of-stock-none-left', title: 'Not enough in stock', entry: (b) => payout(b, b.soldOut, '3') },
  {
    name: 'month-ended-more-money',
    title: /has ended$/,
    entry: ({ endedMonths }) =>
      change(endedMonths, { paid_amount: `${(Number(endedMonths.paid_amount) + 200).toFixed(2)}` }),
  },
  {
    name: 'month-ended-less-money',
    title: /has ended$/,
    entry: ({ endedMonths }) =>
      change(endedMonths, { paid_amount: '10.00', notes: 'Counted twice by mistake.' }),
  },
  {
    name: 'month-ended-delete',
    title: /has ended$/,
    entry: ({ endedExpense }) => ({ resource: 'expense', kind: 'delete', before: endedExpense }),
  },
  {
    name: 'hangs-on-it-installments',
    title: 'This course is still needed',
    entry: ({ hasInstallment }) => remove(hasInstallment),
  },
  {
    name: 'second-salary',
    title: 'There is a salary this month already',
    entry: (b) => salary(b.paidEmployee),
  },
  {
    name: 'deductions-over',
    title: 'The deductions are more than the salary',
    entry: (b) => salary(b.owingEmployee),
  },
  {
    name: 'hangs-on-it',
    title: 'This student is still needed',
    entry: (b) => ({ resource: 'student', kind: 'delete', before: student(b) }),
  },
  {
    name: 'clash',
    title: 'It does not go with what is recorded',
    entry: ({ settledDeduction }) => ({
      resource: 'deduction',
      kind: 'update',
      before: settledDeduction,
      body: { amount: '90.00', reason: 'Came a little late' },
    }),
  },
  {
    name: 'field-problem',
    title: 'One field needs another value',
    entry: () => book({ name: 'A' }),
  },
  {
    name: 'field-problems',
    title: 'Some fields need other values',
    entry: () => book({ level: '19', sell_price: '80.505' }),
  },
  {
    name: 'reason-missing',
    title: 'Deleting it needs a reason',
    entry: ({ printed }) => remove(printed),
  },
  {
    name: 'forbidden',
    title: 'This is not allowed for you',
    entry: () => ({ resource: 'expense', body: { title: 'New chairs', amount: '4500.00' } }),
    fault: refuse(403, 'You do not have permission to perform this action.'),
  },
  {
    name: 'refused',
    title: 'The server did not take it',
    entry: () => newStudent,
    fault: refuse(422, 'The request cannot be read.'),
  },
  {
    name: 'gone',
    title: 'This course is not there any more',
    entry: ({ gone }) => change(gone, { paid_amount: '2900.00' }),
  },
  {
    name: 'changed-meanwhile',
    title: 'Changed meanwhile',
    entry: ({ owing }) =>
      change(
        { ...owing, paid_amount: '2500.00' },
        { ...owing, paid_amount: '2600.00', notes: 'Pays on Sundays' },
      ),
  },
  {
    name: 'changed-meanwhile-delete',
    title: 'Changed meanwhile',
    entry: ({ owing }) =>
      remove({ ...owing, paid_amount: '2500.00', remaining_amount: '500.00', version: 0 }),
  },
  { name: 'gone-delete', title: 'This course is gone already', entry: ({ gone }) => remove(gone) },
  {
    name: 'parent-gone',
    title: 'The course is not there any more',
    entry: ({ gone }) => installment(gone, '1043', '300.00'),
  },
  {
    name: 'parent-never-made',
    title: 'What this belongs to was never recorded',
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
    title: UNKNOWN,
    entry: ({ hasInstallment }) => installment(hasInstallment, '1077', '100.00'),
    fault: lose,
    keyless: true,
  },
  {
    name: 'outcome-unknown-not-there',
    title: UNKNOWN,
    entry: ({ owing }) => installment(owing, '1078', '150.00'),
    fault: lose,
    keyless: true,
  },
  {
    name: 'outcome-unknown-changed',
    title: UNKNOWN,
    entry: ({ owing }) => change(owing, { notes: 'Pays on Thursdays.' }),
    fault: swallow,
    keyless: true,
  },
  {
    name: 'outcome-unknown-not-changed',
    title: UNKNOWN,
    entry: ({ owing }) => change(owing, { paid_amount: '2800.00' }),
    fault: lose,
    keyless: true,
  },
  {
    name: 'outcome-unknown-deleted',
    title: UNKNOWN,
    entry: ({ gone }) => remove(gone),
    fault: lose,
    keyless: true,
  },
  {
    name: 'outcome-unknown-not-deleted',
    title: UNKNOWN,
    entry: ({ owing }) => remove(owing),
    fault: lose,
    keyless: true,
  },
  {
    name: 'parked-newer-version',
    title: 'The app is too old for this',
    entry: () => quarantined({ schemaVersion: 99 }),
  },
  {
    name: 'parked-unknown-operation',
    title: 'The app is too old for this',
    entry: () => quarantined({ operation: { resource: 'certificate', kind: 'create', recordId: 'new-1' } }),
  },
  { name: 'parked-unreadable', title: 'This cannot be read', entry: () => quarantined({ body: 'torn' }) },
  {
    name: 'parked-other-branch',
    title: 'It belongs to another branch',
    entry: () => quarantined({ branchId: 'another' }),
  },
];

const WRITES = ['POST', 'PATCH', 'DELETE'];
const ANY_CALL = '**/api/**';
const BRANCH = '**/api/branch/details/';

/** Names what the states press and wait for. */
interface CardTexts {
  readonly needsYou: string;
  readonly asking: string;
  readonly discard: RegExp;
  readonly mistake: string;
  readonly discardIt: string;
  readonly discarded: RegExp;
  readonly threeNeedYou: RegExp;
  readonly threeOfThree: string;
  /** Whether the titles of the cards are those of the cases. */
  readonly hasTitles: boolean;
}

const english: CardTexts = {
  needsYou: 'Needs you',
  asking: 'Asking the server…',
  discard: /^Discard:/,
  mistake: 'It was a mistake',
  discardIt: 'Discard',
  discarded: /^Discarded in the last/,
  threeNeedYou: /3 need you/,
  threeOfThree: '3 of 3',
  hasTitles: true,
};

const arabic: CardTexts = {
  needsYou: 'مطلوب منك',
  asking: 'جارٍ سؤال السيرفر…',
  discard: /^استبعاد:/,
  mistake: 'كان خطأ',
  discardIt: 'استبعاد',
  discarded: /^المستبعد في آخر/,
  threeNeedYou: /٣/,
  threeOfThree: '٣ من ٣',
  hasTitles: false,
};

/** Opens the Sync panel with this pending entry and waits until its card is complete. */
async function openCard(
  { page, open, conflicts }: ShowingState,
  texts: CardTexts,
  { entry, title, fault, keyless }: Case,
) {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  // Only a page of the app can access the device's databases.
  if (page.url() === 'about:blank') await open('/');
  if (fault) {
    await page.route(ANY_CALL, (route) => {
      const request = route.request();
      const isWrite = WRITES.includes(request.method()) && !request.url().includes('/auth/');
      return isWrite ? fault(route) : route.fallback();
    });
  }
  if (keyless) {
    await page.route(BRANCH, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...(await answer.json()), idempotency: false } });
    });
  }
  await storePendingEntries(page, [entry(conflicts)]);
  await open('/sync');
  const card = page.getByRole('region', { name: texts.needsYou });
  await expect(texts.hasTitles ? card.getByText(title, { exact: true }) : card.first()).toBeVisible({
    timeout: 30_000,
  });
  await expect(card.getByText(texts.asking)).toHaveCount(0);
  return card;
}

async function discard(page: Page, texts: CardTexts): Promise<void> {
  await page.getByRole('button', { name: texts.discard }).click();
  await expect(page.getByRole('radiogroup')).toBeVisible();
}

const statesIn = (texts: CardTexts): readonly State[] => [
  ...conflictCases.map(
    (one): State =>
      async (showing) => {
        await openCard(showing, texts, one);
        await showing.capture.shoot(showing.page, `needs-you-${one.name}`);
      },
  ),
  async (showing) => {
    const { page, capture, conflicts } = showing;
    const first = conflictCases[0];
    if (!first) return;
    await openCard(showing, texts, first);
    await discard(page, texts);
    await capture.shoot(page, 'needs-you-discard');
    await page.getByRole('radio', { name: texts.mistake }).check();
    await page
      .getByRole('radiogroup')
      .locator('..')
      .getByRole('button', { name: texts.discardIt, exact: true })
      .click();
    await page.getByText(texts.discarded).click();
    await capture.shoot(page, 'needs-you-discarded');
    await storePendingEntries(
      page,
      conflictCases.slice(0, 3).map(({ entry }) => entry(conflicts)),
    );
    await showing.open('/');
    await page
      .getByRole('banner')
      .getByRole('button', { name: texts.threeNeedYou })
      .click({ timeout: 30_000 });
    await expect(page.getByRole('dialog').getByText(texts.threeOfThree)).toBeVisible();
    await expect(page.getByText(texts.asking)).toHaveCount(0);
    await capture.shoot(page, 'needs-you-drawer', 'window');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await storePendingEntries(page, []);
    await showing.open('/');
  },
];

/** Captures the card of every kind of problem, then the confirmation before a discard. */
export const conflictStates = statesIn(english);

/** Captures the same in Arabic. */
export const arabicConflictStates = statesIn(arabic);
