import { sql } from 'kysely';
import {
  DEFAULT_REMINDER,
  type DiscountReason,
  defaultSettings,
  settingsChange,
  settingsFields,
} from '#contract/branch-settings.ts';
import { isSameValue } from '#contract/change.ts';
import type { Draft } from '#contract/define-resource.ts';
import { type Stored, splitChoices, storedChoices } from '#contract/named-choices.ts';
import { CASH, offeredMethods } from '#contract/payment-methods.ts';
import type { Price } from '#contract/price-list.ts';
import { personOf } from '#server/accounts/directory.ts';
import { readFactors } from '#server/accounts/factor/stored-factors.ts';
import type { BranchScope } from '#server/db/branch-scope.ts';
import { assertDatabaseHasZone } from '#server/db/calendars.ts';
import { appendHistory } from '#server/history/history.ts';
import { messages } from '#server/messages/store.en.ts';
import { badField } from '#server/platform/http-error.ts';
import { hasBase, mergedUponBase, parseBody } from '#server/records/body.ts';
import type { BranchLists } from '#server/records/branch-lists.ts';

export const SETTINGS_HISTORY = 'branch-settings';

type StoredSettings = {
  readonly [Name in Exclude<keyof typeof settingsFields, keyof BranchLists | 'name' | 'price_list'>]:
    | string
    | null;
} & Omit<BranchLists, 'discount_reasons'> & {
    readonly discount_reasons: readonly Stored<DiscountReason>[];
    readonly price_list: readonly Price[];
    readonly version: number;
  };

/** The name is that of the branch itself, which has one before it has settings. */
const columns = (Object.keys(settingsFields) as (keyof typeof settingsFields)[]).filter(
  (field) => field !== 'name',
);

async function readName(scope: BranchScope): Promise<string> {
  const branch = await scope.first(sql<{ name: string }>`select name from ${scope.rows('branch')} as branch`);
  return branch?.name ?? '';
}

async function readStored(scope: BranchScope): Promise<StoredSettings> {
  const names = sql.join(columns.map((name) => sql.ref(name)));
  const stored = await scope.first(
    sql<StoredSettings>`select ${names}, version from ${scope.rows('branch_settings')} as settings`,
  );
  return (
    stored ?? {
      ...defaultSettings,
      payment_methods: [],
      expense_categories: [],
      discount_reasons: [],
      price_list: [],
      staff_discount_limit: null,
      version: 0,
    }
  );
}

function wireSettings(
  { branchId }: BranchScope,
  name: string,
  {
    payment_methods: methods,
    expense_categories: categories,
    discount_reasons: reasons,
    ...settings
  }: StoredSettings,
) {
  const [expenses, discounts] = [splitChoices(categories), splitChoices(reasons)];
  return {
    id: String(branchId),
    name,
    ...settings,
    reminder_text: settings.reminder_text ?? DEFAULT_REMINDER,
    payment_methods: offeredMethods(methods),
    removed_payment_methods: splitChoices(methods).removed,
    expense_categories: expenses.offered,
    removed_expense_categories: expenses.removed,
    discount_reasons: discounts.offered,
    removed_discount_reasons: discounts.removed,
  };
}

export const readSettings = async (scope: BranchScope) =>
  wireSettings(scope, await readName(scope), await readStored(scope));

/** The history tells that the logo changed and need not keep every picture. */
function withoutPicture<T extends { readonly logo: string | null }>(settings: T): T {
  return { ...settings, logo: settings.logo && messages.logoOfLength({ length: settings.logo.length }) };
}

/** Who turns it on would be signed out, and so would every other manager without one (decision 160). */
async function requireOwnFactor(scope: BranchScope): Promise<void> {
  const db = scope.directory;
  if (!(await readFactors(db, await personOf(db, scope))).hasAny)
    throw badField('second_factor', messages.ownFactorFirst);
}

/** Merged field by field upon the settings that were seen (decision 41). A default reminder is not stored. */
export async function changeSettings(scope: BranchScope, body: unknown) {
  // Two first changes at once would both see that there is no row.
  await scope.all(sql`select id from ${scope.rows('branch')} as branch for no key update`);
  const stored = await readStored(scope);
  const before = wireSettings(scope, await readName(scope), stored);
  const parse = (given: unknown): Draft => parseBody(settingsChange, given);
  const change = hasBase(body) ? mergedUponBase(settingsFields, before, { body, parse }) : parse(body);
  const merged = { ...before, ...change };
  const next = { ...merged, reminder_text: merged.reminder_text ?? DEFAULT_REMINDER };
  const isSame = (name: keyof typeof settingsFields) =>
    isSameValue(settingsFields[name], next[name], before[name]);
  if (isSame('name') && columns.every(isSame)) return before;
  if (!isSame('time_zone')) await assertDatabaseHasZone(String(next.time_zone), (query) => scope.all(query));
  if (next.second_factor === 'managers' && before.second_factor !== 'managers') await requireOwnFactor(scope);
  const methods = storedChoices(
    next.payment_methods.filter(({ id }) => id !== CASH),
    stored.payment_methods,
  );
  const values = {
    ...Object.fromEntries(columns.map((name) => [name, next[name] ?? null])),
    ...(next.reminder_text === DEFAULT_REMINDER && { reminder_text: null }),
    payment_methods: JSON.stringify(methods),
    expense_categories: JSON.stringify(storedChoices(next.expense_categories, stored.expense_categories)),
    discount_reasons: JSON.stringify(storedChoices(next.discount_reasons, stored.discount_reasons)),
    price_list: JSON.stringify(next.price_list),
    version: before.version + 1,
  };
  const set = sql.join(
    Object.keys(values).map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`),
  );
  await scope.insert('branch_settings', values, sql`on conflict (branch_id) do update set ${set}`);
  if (!isSame('name')) await scope.update('branch', sql`true`, { name: next.name });
  const after = await readSettings(scope);
  await appendHistory(scope, {
    resource: SETTINGS_HISTORY,
    id: before.id,
    title: messages.settingsTitle,
    month: null,
    action: 'changed',
    before: withoutPicture(before),
    after: withoutPicture(after),
  });
  return after;
}
