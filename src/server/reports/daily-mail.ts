import { z } from 'zod';
import { type Day, displayDay } from '#contract/days.ts';
import { debtsPage } from '#contract/debts.ts';
import { formatMoney, type Piastres, parsePiastres, readPiastres } from '#contract/money.ts';
import { choiceNameOf } from '#contract/named-choices.ts';
import { methodNameOf } from '#contract/payment-methods.ts';
import {
  expensesByCategory,
  type NamedSums,
  sumsBy,
  sumsOf,
  WITHOUT_FILTERS,
} from '#contract/report-sums.ts';
import type { Report } from '#contract/reports.ts';
import { readDiffering } from '#server/closes/close-reader.ts';
import type { BranchScope } from '#server/db/branch-scope.ts';
import { debtList } from '#server/debts/debt-list.ts';
import { readBranchDetails } from '#server/months/months.ts';
import type { OutgoingMail } from '#server/platform/mailer.ts';
import { readLists } from '#server/records/branch-lists.ts';
import { readReport } from './reports.ts';
import { messages } from './texts.en.ts';

const money = (decimal: string) => formatMoney(parsePiastres(decimal));

function lineOf({ received, paidOut }: NamedSums): string {
  const texts = { received: formatMoney(received), paidOut: formatMoney(paidOut) };
  return paidOut === 0n ? texts.received : messages.inAndOut(texts);
}

const section = (title: string, lines: readonly string[]): string => [title, ...lines].join('\n');

async function cashSections(scope: BranchScope, report: Report): Promise<readonly string[]> {
  const { payment_methods: methods, expense_categories: categories } = await readLists(scope);
  const sums = sumsOf(report, WITHOUT_FILTERS);
  const figures: readonly (readonly [(values: { amount: string }) => string, Piastres])[] = [
    [messages.income, sums.income],
    ...(sums.paidBack === 0n ? [] : ([[messages.paidBack, sums.paidBack]] as const)),
    [messages.expenses, sums.expenses],
    ...(sums.credit === 0n ? [] : ([[messages.movedByCredit, sums.credit]] as const)),
    [messages.result, sums.result],
  ];
  const byMethod = sumsBy(report, 'payment_method', WITHOUT_FILTERS).map((one) =>
    messages.line({ name: methodNameOf(methods, one.key), amount: lineOf(one) }),
  );
  const byPerson = sumsBy(report, 'recorded_by', WITHOUT_FILTERS).map((one) =>
    messages.line({ name: one.name, amount: lineOf(one) }),
  );
  const byCategory = expensesByCategory(report, WITHOUT_FILTERS).map(({ category, total }) =>
    messages.line({
      name: category === null ? messages.withoutCategory : choiceNameOf(categories, category),
      amount: formatMoney(total),
    }),
  );
  return [
    figures.map(([text, amount]) => text({ amount: formatMoney(amount) })).join('\n'),
    ...(byMethod.length === 0 ? [] : [section(messages.byMethod, byMethod)]),
    ...(byPerson.length === 0 ? [] : [section(messages.byPerson, byPerson)]),
    ...(byCategory.length === 0 ? [] : [section(messages.byCategory, byCategory)]),
  ];
}

async function drawerSection(scope: BranchScope, { from, drawers }: Report): Promise<string> {
  const { closes, differing } = drawers;
  if (closes === 0) return section(messages.drawers, [messages.noCloses]);
  if (differing === 0) return section(messages.drawers, [messages.closes({ closes })]);
  const difference = money(drawers.difference);
  const lines = (await readDiffering(scope, from)).map(({ user_name: name, reason, ...close }) =>
    messages.difference({ name, amount: money(close.difference), reason: reason ?? '' }),
  );
  return section(messages.drawers, [messages.differing({ closes, differing, difference }), ...lines]);
}

const amountOf = (decimal: unknown) => {
  const piastres = readPiastres(decimal);
  return piastres === undefined ? '' : formatMoney(piastres);
};

async function promisedSection(scope: BranchScope, today: Day): Promise<string> {
  const title = messages.promised({ day: displayDay(today) });
  const page = await debtList.page(scope, { path: '', query: { promised: today } });
  const { count, results } = debtsPage.parse(JSON.parse(z.string().parse(page)));
  if (count === 0) return section(title, [messages.nobody]);
  const lines = results.map(({ name, total, promise }) =>
    messages.promisedLine({ name, amount: amountOf(promise?.amount), total: amountOf(total) }),
  );
  const more = count - results.length;
  return section(title, [...lines, ...(more > 0 ? [messages.more({ count: more })] : [])]);
}

function backupSection(ageSeconds: number | undefined): string {
  const hours = ageSeconds === undefined ? undefined : Math.floor(ageSeconds / 3600);
  if (hours === undefined) return section(messages.backup, [messages.noBackup]);
  return section(messages.backup, [hours === 0 ? messages.backupFresh : messages.backupAge({ hours })]);
}

interface DailyMail {
  readonly to: string;
  readonly day: Day;
  readonly origin: string;
  readonly backupAge: number | undefined;
}

/** Decision 158. Promises are those of the day on which it is sent. */
export async function composeDailyMail(
  scope: BranchScope,
  { to, day, origin, backupAge }: DailyMail,
): Promise<OutgoingMail> {
  scope.assertMay('months.figures');
  const report = await readReport(scope, { from: day, until: day });
  const { name: branch } = await readBranchDetails(scope);
  const named = { branch, day: displayDay(day) };
  const parts = [
    messages.greeting,
    messages.about(named),
    ...(await cashSections(scope, report)),
    await drawerSection(scope, report),
    await promisedSection(scope, scope.today),
    backupSection(backupAge),
    messages.stop({ url: `${origin}/profile` }),
    '',
  ];
  return { to, subject: messages.subject(named), text: parts.join('\n\n') };
}
