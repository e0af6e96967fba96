import { sql } from 'kysely';
import type { z } from 'zod';
import type { cashBalance } from '#contract/closes.ts';
import { formatDecimal, type Piastres } from '#contract/money.ts';
import { BANK, CASH } from '#contract/payment-methods.ts';
import { userName } from '#server/accounts/profile.ts';
import type { BranchScope } from '#server/db/branch-scope.ts';
import { parseId } from '#server/db/columns.ts';
import { messages } from '#server/messages/store.en.ts';
import { badField, forbidden } from '#server/platform/http-error.ts';
import type { ResourceHooks } from '#server/records/records.ts';
import { sumCloses } from './close-reader.ts';

interface Person {
  readonly id: bigint;
  readonly name: string;
}

/** @throws {HttpError} 400 at the field if no user of the branch has this id */
async function requirePerson(scope: BranchScope, field: string, typed: unknown): Promise<Person> {
  const id = parseId(String(typed));
  const found =
    id === undefined
      ? undefined
      : await scope.first(sql<Person>`
          select id, person_name(branch_id, id) as name from ${scope.rows('app_user')} as account where id = ${id}`);
  if (!found) throw badField(field, messages.unknownPerson);
  return found;
}

/** Id and name of who received or brought it: a user, or somebody whose name was typed. */
async function personColumns(scope: BranchScope, person: unknown) {
  const found = await requirePerson(scope, 'person', person);
  return { person: found.id, person_name: found.name };
}

const isNamed = (person: unknown) => person !== undefined && person !== null;

/** Cash goes into or out of the recorder's drawer; a manager may name that of another person (decision 179). */
export const cashMoveHooks: ResourceHooks = {
  async beforeCreate(scope, { drawer, person }) {
    const holder = isNamed(drawer) ? (await requirePerson(scope, 'drawer', drawer)).id : scope.userId;
    if (holder !== scope.userId && !scope.may('drawer.see-all')) throw forbidden(messages.drawerOfAnother);
    return {
      serverFields: {
        drawer: holder,
        ...(isNamed(person) && (await personColumns(scope, person))),
        created_by: scope.userId,
        created_by_name: await userName(scope),
      },
    };
  },
  replaceColumns: async (scope, row, { person = row.person }) =>
    isNamed(person) ? personColumns(scope, person) : {},
};

/** A payment of before an import was made into no drawer, and is not in the office either. */
export async function readCashBalance(scope: BranchScope): Promise<z.output<typeof cashBalance>> {
  const of = (method: string) =>
    sql`coalesce(sum(money) filter (where payment_method = ${method}), 0)::bigint`;
  const sums = await scope.first(sql<{ office: Piastres; bank: Piastres }>`
    select ${of(CASH)} as office, ${of(BANK)} as bank from ${scope.rows('movement')} as r
    where holder is null and money <> 0 and type <> 'payment' and payment_method in (${CASH}, ${BANK})`);
  const { totals } = await sumCloses(scope, sql`true`);
  return {
    office: formatDecimal(sums?.office ?? 0n),
    bank: formatDecimal(sums?.bank ?? 0n),
    differences: totals.difference,
  };
}
