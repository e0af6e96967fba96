import {
  CLOSES_PATH,
  type CloseAnswer,
  type CloseLine,
  closeAnswer,
  closeRow,
  OPEN_DRAWERS_PATH,
  openDrawers,
} from '#contract/closes.ts';
import { formatDecimal, type Piastres, parsePiastres, sum } from '#contract/money.ts';
import { RECEIPTS_PATH, receipt } from '#contract/receipts.ts';
import { RECEIPT_PRINT, type ResourceName } from '#contract/resource-names.ts';
import { isResourceName } from '#contract/resources/registry.ts';
import type { Api } from '../support/api.ts';
import type { ServerIds } from './audit-changes.ts';
import type { Row, Rows, SavedMutation } from './operation-log.ts';

const text = (value: unknown) => (value === undefined || value === null ? '0.00' : String(value));

/** Returns what a record moves into a drawer, in piastres. */
function inDrawer(resource: ResourceName, row: Row): Piastres {
  if (['expense', 'salary', 'advance'].includes(resource))
    return row.from_drawer === true ? -parsePiastres(text(row.amount)) : 0n;
  if (resource === 'book-order') return row.from_drawer === true ? -parsePiastres(text(row.paid_amount)) : 0n;
  if (['book', 'student', 'employee', 'deduction', 'bonus', 'reminder', 'promise', 'plan'].includes(resource))
    return 0n;
  return parsePiastres(text(row.paid_amount));
}

/** What a record moves now, by its name. */
const amountsOf = (records: Rows) =>
  new Map(
    [...records].flatMap(([resource, rows]) =>
      rows.map((row): [string, Piastres] => [`${resource} ${String(row.id)}`, inDrawer(resource, row)]),
    ),
  );

const nowOf = ({ amount, amount_now }: CloseLine) => parsePiastres(amount_now ?? amount);

/**
 * Checks that closes add up: each expects its float and its lines, takes over what the one before kept, no record is in two, and closed and
 * open lines together are what the records come to, with a line for each correction of counted money (decision 140).
 * @param open what the open drawers hold beyond what was kept in them, in piastres
 * @returns one sentence per violation
 */
export function differingCloses(closes: readonly CloseAnswer[], open: Piastres, records: Rows): string[] {
  const amounts = amountsOf(records);
  const seen = new Set<string>();
  const problems = closes.flatMap(({ id, user, float, expected, lines = [] }) => {
    const found: string[] = [];
    const total = formatDecimal(parsePiastres(float) + sum(lines.map(({ amount }) => parsePiastres(amount))));
    if (total !== expected) found.push(`close ${id} expects ${expected}, and its lines come to ${total}`);
    const before = closes.filter((one) => one.user === user && Number(one.id) < Number(id)).at(-1);
    if (before && before.kept !== float)
      found.push(`close ${id} begins with ${float}, and the one before kept ${before.kept}`);
    // A correction is a further line of its record.
    for (const line of lines.filter(({ correction }) => correction !== true)) {
      const name = `${line.resource} ${line.record}`;
      if (seen.has(name)) found.push(`${name} is in two closes`);
      seen.add(name);
      const now = amounts.get(name) ?? 0n;
      if (nowOf(line) !== now)
        found.push(`${name} is ${formatDecimal(nowOf(line))} in a close, and is ${formatDecimal(now)}`);
    }
    return found;
  });
  const closed = sum(closes.flatMap(({ lines = [] }) => lines.map(({ amount }) => parsePiastres(amount))));
  const all = sum([...amounts.values()]);
  if (closed + open !== all)
    problems.push(
      `drawers come to ${formatDecimal(closed + open)}, and the records to ${formatDecimal(all)}`,
    );
  return problems;
}

/** Reads all closes and open drawers, and checks that they add up. */
export async function auditCloses(api: Api, records: Rows): Promise<string[]> {
  const rows = (await api.all(CLOSES_PATH)).map((row) => closeRow.parse(row));
  const ids = rows.map(({ id }) => id).sort((a, b) => Number(a) - Number(b));
  const closes: CloseAnswer[] = [];
  for (const id of ids) closes.push(closeAnswer.parse(await api.get(`${CLOSES_PATH}${id}/`)));
  const { drawers } = openDrawers.parse(await api.get(OPEN_DRAWERS_PATH));
  const open = drawers.map(({ user, expected }) => {
    const last = closes.filter((close) => close.user === user).at(-1);
    return parsePiastres(expected) - parsePiastres(last?.kept ?? '0.00');
  });
  return differingCloses(closes, sum(open), records);
}

/** Counts prints by the record that they are of. */
function printsByRecord(prints: readonly SavedMutation[], ids: ServerIds): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { mutations } of prints) {
    const { resource, record } = mutations[0]?.body ?? {};
    const name = `${String(resource)} ${ids.get(String(record)) ?? ids.get(`${String(resource)} ${String(record)}`) ?? String(record)}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

/** Checks that each print of a receipt that a device was told of is counted once. */
export async function auditPrints(
  api: Api,
  saved: readonly SavedMutation[],
  { ids, records, restores }: { readonly ids: ServerIds; readonly records: Rows; readonly restores: number },
): Promise<string[]> {
  const prints = saved.filter(({ mutations }) => mutations[0]?.resource === RECEIPT_PRINT);
  const told = prints.filter(({ acknowledged }) => acknowledged);
  const sure = printsByRecord(
    told.filter(({ acknowledgedIn }) => acknowledgedIn === restores),
    ids,
  );
  // An attempt that was given up may have arrived.
  const most = printsByRecord(
    prints.filter(({ acknowledged, removed }) => acknowledged || removed),
    ids,
  );
  const existing = [...amountsOf(records).keys()];
  const problems: string[] = [];
  // Reads one after the other: hundreds at once are refused to one user (decision 50).
  for (const name of existing) {
    const [resource, id] = name.split(' ');
    const [least, highest] = [sure.get(name) ?? 0, most.get(name) ?? 0];
    if (highest === 0 || !isResourceName(resource)) continue;
    const found = receipt.parse(await api.get(`${RECEIPTS_PATH}?resource=${resource}&id=${id}`)).prints;
    if (found > highest || found < least)
      problems.push(`the receipt of ${name} counts ${found} prints, and devices made ${least}`);
  }
  return problems;
}
