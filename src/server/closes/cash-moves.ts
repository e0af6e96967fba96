import { sql } from 'kysely';
import type { z } from 'zod';
import { receivesCash } from '#contract/cash-ways.ts';
import type { cashBalance, RecountBody } from '#contract/closes.ts';
import { formatDecimal, type Piastres } from '#contract/money.ts';
import { BANK, CASH } from '#contract/payment-methods.ts';
import { roleMay, roles } from '#contract/permissions.ts';
import { userName } from '#server/accounts/profile.ts';
import type { BranchScope, ColumnValues } from '#server/db/branch-scope.ts';
import { decimal, parseId } from '#server/db/columns.ts';
import { tableOf } from '#server/db/tables.ts';
import { appendHistory, historyRecordOf, withHistory } from '#server/history/history.ts';
import { messages } from '#server/messages/store.en.ts';
import { badField, conflict, forbidden, needsApproval } from '#server/platform/http-error.ts';
import { searchColumns } from '#server/records/list-search.ts';
import { insertRecord } from '#server/records/record-reader.ts';
import { type ResourceHooks, records, type StoredRow } from '#server/records/records.ts';
import { readHandover, sumCloses, sumUnconfirmed } from './close-reader.ts';

interface Person {
  readonly id: bigint;
  readonly name: string;
}

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

async function personColumns(scope: BranchScope, person: unknown) {
  const found = await requirePerson(scope, 'person', person);
  return { person: found.id, person_name: found.name };
}

const isNamed = (person: unknown) => person !== undefined && person !== null;

const idIn = (value: unknown) => (isNamed(value) ? String(value) : null);

const receives = (scope: BranchScope, { way, drawer, person }: ColumnValues): boolean =>
  receivesCash(
    { way, drawer: idIn(drawer), person: idIn(person) },
    { userId: String(scope.userId), may: scope.may },
  );

const confirmed = (scope: BranchScope, received: unknown) => ({
  received,
  received_by: scope.userId,
  received_at: scope.now,
  no_second_person: false,
});

const unconfirmed = { received: null, received_by: null, received_at: null };

const rolesOfOffice = roles.filter((role) => roleMay(role, 'drawer.see-all'));

/** Cash for the office needs somebody else who sees all drawers. A named user stays named, disabled or not. */
async function hasReceiver(scope: BranchScope, { way, drawer, person }: ColumnValues): Promise<boolean> {
  if (way === 'brought' || (isNamed(person) && idIn(person) !== idIn(drawer))) return true;
  const other = await scope.first(sql`
    select id from ${scope.rows('branch_user')} as account
    where id <> ${drawer} and disabled_at is null and account_type = any(${rolesOfOffice}) limit 1`);
  return other !== undefined;
}

/** A receiver who records the movement confirms it so; else the receiver has to (again), if there is one (decision 195). */
const receiptOf = async (scope: BranchScope, columns: ColumnValues) =>
  receives(scope, columns)
    ? confirmed(scope, columns.amount)
    : { ...unconfirmed, no_second_person: !(await hasReceiver(scope, columns)) };

async function replaceColumns(
  scope: BranchScope,
  row: StoredRow,
  columns: ColumnValues,
): Promise<ColumnValues> {
  const { received, person = row.person } = columns;
  const named = isNamed(person) ? await personColumns(scope, person) : {};
  if (received !== undefined)
    return { ...named, ...(received === null ? unconfirmed : confirmed(scope, received)) };
  const isOtherCash = ['amount', 'person', 'person_name'].some((name) => columns[name] !== undefined);
  return { ...named, ...(isOtherCash && (await receiptOf(scope, { ...row, ...columns, ...named }))) };
}

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
        ...(await receiptOf(scope, { ...columns, ...given })),
        created_by: scope.userId,
        created_by_name: await userName(scope),
      },
    };
  },
  async validateUpdate(scope, row, columns) {
    const { received } = columns;
    const counted = ['amount', 'custom_date'].find((name) => columns[name] !== undefined);
    if (row.close_id !== null && counted) throw badField(counted, messages.handoverOfClose);
    if (received === undefined) return;
    const after = { ...row, ...columns };
    if (!receives(scope, after)) throw forbidden(messages.receiverConfirms);
    if (typeof received === 'bigint' && received > BigInt(String(after.amount)))
      throw badField('received', messages.receivedTooMuch);
  },
  replaceColumns,
  async beforeDelete(_scope, { close_id }) {
    if (close_id !== null) throw conflict(messages.handoverOfClose);
  },
};

const mapping = tableOf('cash-move');

/** The close alone says how much it was. */
const handovers = withHistory(records({ replaceColumns }));

interface Handover {
  readonly close: string;
  readonly drawer: bigint;
  readonly amount: Piastres;
  /** Empty names nobody at the first count, and leaves who is named at the second. */
  readonly receiver: Pick<RecountBody, 'person' | 'person_name'>;
}

/** Cash that does not stay in the drawer goes to the office: a movement with the id of its close. */
export async function recordHandover(scope: BranchScope, handover: Handover): Promise<void> {
  const { close, drawer, amount, receiver } = handover;
  const isKnown = (await readHandover(scope, close)) !== null;
  const { person, person_name } = receiver;
  const typed = person_name === undefined ? {} : { person: null, person_name };
  const named = person === undefined ? typed : await personColumns(scope, person);
  if (isKnown && amount === 0n) await handovers.remove(scope, mapping, close);
  else if (isKnown)
    await handovers.update(scope, mapping, close, {
      amount: formatDecimal(amount),
      ...(person === undefined ? typed : { person }),
    });
  if (isKnown || amount === 0n) return;
  const columns = { way: 'handed_over', amount, drawer, ...named };
  const after = await insertRecord(scope, mapping, {
    ...columns,
    ...(await receiptOf(scope, columns)),
    ...searchColumns(mapping.resource, named),
    id: close,
    close_id: close,
    created_at: scope.now,
    created_by: scope.userId,
    created_by_name: await userName(scope),
  });
  await appendHistory(scope, { ...historyRecordOf(mapping, after), action: 'created', after });
}

/** A payment of before an import was made into no drawer, and is not in the office either. */
export async function readCashBalance(scope: BranchScope): Promise<z.output<typeof cashBalance>> {
  const of = (method: string) =>
    decimal(sql`coalesce(sum(money) filter (where payment_method = ${method}), 0)`);
  const sums = await scope.one(sql<Record<'office' | 'bank' | 'unconfirmed', string>>`
    select ${of(CASH)} as office, ${of(BANK)} as bank, ${decimal(sumUnconfirmed(scope, sql`true`))} as unconfirmed from ${scope.rows('movement')} as r
    where holder is null and money <> 0 and type <> 'payment' and payment_method in (${CASH}, ${BANK})`);
  const { totals } = await sumCloses(scope, sql`true`);
  return { ...sums, differences: totals.difference };
}
