import { expect, type Page, type Route } from '@playwright/test';
import type { ConflictFixtures } from './conflict-fixtures.ts';
import { type PendingEntry, storePendingEntries } from './pending-entries.ts';
import type { ShowingState, State } from './states.ts';

type Json = Readonly<Record<string, unknown>>;
type RouteFault = (route: Route) => Promise<void>;

/** Describes one kind of problem: a pending entry and the fault that causes it, if the server would accept the entry. */
interface Case {
  readonly name: string;
  readonly entry: (branch: ConflictFixtures) => PendingEntry;
  /** The title of its card. */
  readonly title: string | RegExp;
  /** Handles the write between the device and the server. */
  readonly fault?: RouteFault;
  /** The server has no idempotency keys (decision 5). */
  readonly keyless?: true;
}

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
const payout = (branch: ConflictFixtures): PendingEntry => ({
  resource: 'book-payout',
  body: { book: branch.twoLeft.id, student: student(branch).id, quantity: '3', paid_amount: '240.00' },
  referenced: { book: branch.twoLeft, student: student(branch) },
});
const change = (before: Json, body: Json): PendingEntry => ({
  resource: 'adult-course',
  kind: 'update',
  before,
  body,
});

/** One of each shape of a card; `tests/app/sync-center/problem-types.test.ts` has every kind of problem. */
const conflictCases: readonly Case[] = [
  { name: 'overpaid', title: 'More than what remains', entry: (b) => installment(b.owing, '1042', '500.00') },
  { name: 'out-of-stock', title: 'Not enough in stock', entry: payout },
  {
    name: 'month-ended',
    title: /has ended$/,
    entry: ({ endedMonths }) =>
      change(endedMonths, { paid_amount: `${(Number(endedMonths.paid_amount) + 200).toFixed(2)}` }),
  },
  {
    name: 'field-problems',
    title: 'Some fields need other values',
    entry: () => ({
      resource: 'book',
      body: {
        name: 'Starter',
        category: 'kids_courses',
        subject: 'english',
        level: '19',
        sell_price: '80.505',
      },
    }),
  },
  {
    name: 'reason-missing',
    title: 'Deleting it needs a reason',
    entry: ({ printed }) => ({ resource: 'adult-course', kind: 'delete', before: printed }),
  },
  {
    name: 'forbidden',
    title: 'This is not allowed for you',
    entry: () => ({ resource: 'expense', body: { title: 'New chairs', amount: '4500.00' } }),
    fault: (route) => route.fulfill({ status: 403, json: { detail: 'You do not have permission.' } }),
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
    name: 'outcome-unknown',
    title: 'Nobody knows whether the server got it',
    entry: ({ hasInstallment }) => installment(hasInstallment, '1077', '100.00'),
    fault: (route) => route.abort(),
    keyless: true,
  },
  {
    name: 'parked-unreadable',
    title: 'This cannot be read',
    entry: () => ({ resource: 'student', stored: { body: 'torn' } }),
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
