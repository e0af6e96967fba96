import { sql } from 'kysely';
import type { Draft } from '#contract/define-resource.ts';
import type { FieldProblem } from '#contract/errors.ts';
import {
  choiceProblem,
  type NamedChoice,
  type SettingList,
  type Stored,
  settingLists,
} from '#contract/named-choices.ts';
import { CASH, CREDIT, methodProblem, type StoredMethod } from '#contract/payment-methods.ts';
import type { BranchScope } from '#server/db/branch-scope.ts';
import type { TableMapping } from '#server/db/tables.ts';
import { badFields } from '#server/platform/http-error.ts';
import type { WireRecord } from './record-reader.ts';

/** The lists that a branch keeps in its settings, with the entries that it removed; methods without cash. */
export type BranchLists = { readonly payment_methods: readonly StoredMethod[] } & {
  readonly [List in SettingList]: readonly Stored<NamedChoice>[];
};

export const noLists: BranchLists = { payment_methods: [], expense_categories: [], discount_reasons: [] };

export async function readLists(scope: BranchScope): Promise<BranchLists> {
  const names = sql.join(['payment_methods', ...settingLists].map((name) => sql.ref(name)));
  const stored = await scope.first(
    sql<BranchLists>`select ${names} from ${scope.rows('branch_settings')} as settings`,
  );
  return stored ?? noLists;
}

/** Decisions 130 and 135. An entry that the record named before is accepted, even if it was removed since. */
export async function assertListed(
  scope: BranchScope,
  { resource }: TableMapping,
  record: Draft,
  before?: WireRecord,
): Promise<void> {
  const isNew = (name: string) => before === undefined || before[name] !== record[name];
  const chosen = Object.entries(resource.fields).filter(
    ([name, { list }]) => list && (record[name] ?? null) !== null && isNew(name),
  );
  const { payment_method: method, payment_reference: reference } = record;
  const isByCredit = method === CREDIT && resource.cash?.byCredit;
  const isPaid =
    typeof method === 'string' &&
    method !== CASH &&
    !isByCredit &&
    (isNew('payment_method') || isNew('payment_reference'));
  if (chosen.length === 0 && !isPaid) return;
  const lists = await readLists(scope);
  const problems = chosen.flatMap(([name, { list }]): FieldProblem[] => {
    const message = list && choiceProblem(lists[list], String(record[name]));
    return message === undefined ? [] : [{ field: name, message }];
  });
  const wrong = isPaid && methodProblem(lists.payment_methods, method, reference);
  if (wrong) problems.push(wrong);
  if (problems.length > 0) throw badFields(problems);
}
