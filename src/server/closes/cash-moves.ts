import { sql } from 'kysely';
import type { z } from 'zod';
import type { cashBalance } from '#contract/closes.ts';
import { formatDecimal, type Piastres } from '#contract/money.ts';
import { BANK, CASH } from '#contract/payment-methods.ts';
import { receivesCash } from '#contract/rules/cash-receiver.ts';
import { userName } from '#server/accounts/profile.ts';
import type { BranchScope, ColumnValues } from '#server/db/branch-scope.ts';
import { parseId } from '#server/db/columns.ts';
import { messages } from '#server/messages/store.en.ts';
import { badField, forbidden, needsApproval } from '#server/platform/http-error.ts';
import type { ResourceHooks } from '#server/records/records.ts';
import { sumCloses, sumUnconfirmed } from './close-reader.ts';

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

const idIn = (value: unknown) => (isNamed(value) ? String(value) : null);

/** Of a movement as it is about to be stored. */
const receives = (scope: BranchScope, { way, drawer, person }: ColumnValues): boolean =>
  receivesCash(
    { way, drawer: idIn(drawer), person: idIn(person) },
    { userId: String(scope.userId), may: scope.may },
  );

const confirmation = (scope: BranchScope, received: unknown) =>
  isNamed(received)
    ? { received, received_by: scope.userId, received_at: scope.now }
    : { received: null, received_by: null, received_at: null };

/** Who records or changes what they received themselves confirms it so; otherwise the receiver has to say it (again). */
const confirmedByRecording = (scope: BranchScope, columns: ColumnValues) =>
  confirmation(scope, receives(scope, columns) ? columns.amount : null);

/** Cash goes into or out of the recorder's drawer; a manager may name that of another person (decision 179). */
export const cashMoveHooks: ResourceHooks = {
  async beforeCreate(scope, columns) {
    const { drawer, person } = columns;
    const holder = isNamed(drawer) ? (await requirePerson(scope, 'drawer', drawer)).id : scope.userId;
    if (holder !== scope.userId && !scope.may('drawer.see-all'))
      throw needsApproval(messages.drawerOfAnother);
    const given = { drawer: holder, ...(isNamed(person) && (await personColumns(scope, person))) };
    return {
      serverFields: {
        ...given,
        ...confirmedByRecording(scope, { ...columns, ...given }),
        created_by: scope.userId,
        created_by_name: await userName(scope),
      },
    };
  },
  async validateUpdate(scope, row, columns) {
    const { received } = columns;
    if (received === undefined) return;
    const after = { ...row, ...columns };
    if (!receives(scope, after)) throw forbidden(messages.receiverConfirms);
    if (typeof received === 'bigint' && received > BigInt(String(after.amount)))
      throw badField('received', messages.receivedTooMuch);
  },
  async replaceColumns(scope, row, columns) {
    const { received, person = row.person } = columns;
    const named = isNamed(person) ? await personColumns(scope, person) : {};
    if (received !== undefined) return { ...named, ...confirmation(scope, received) };
    const isOtherCash = ['amount', 'person', 'person_name'].some((name) => columns[name] !== undefined);
    return { ...named, ...(isOtherCash && confirmedByRecording(scope, { ...row, ...columns, ...named })) };
  },
};

/** A payment of before an import was made into no drawer, and is not in the office either. */
export async function readCashBalance(scope: BranchScope): Promise<z.output<typeof cashBalance>> {
  const of = (method: string) =>
    sql`coalesce(sum(money) filter (where payment_method = ${method}), 0)::bigint`;
  const sums = await scope.first(sql<Record<'office' | 'bank' | 'unconfirmed', Piastres>>`
    select ${of(CASH)} as office, ${of(BANK)} as bank, ${sumUnconfirmed(scope, sql`true`)} as unconfirmed from ${scope.rows('movement')} as r
    where holder is null and money <> 0 and type <> 'payment' and payment_method in (${CASH}, ${BANK})`);
  const { totals } = await sumCloses(scope, sql`true`);
  return {
    office: formatDecimal(sums?.office ?? 0n),
    bank: formatDecimal(sums?.bank ?? 0n),
    unconfirmed: formatDecimal(sums?.unconfirmed ?? 0n),
    differences: totals.difference,
  };
}
