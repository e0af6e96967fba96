import { RECEIPTS_PATH, receipt } from '#contract/receipts.ts';
import { RECEIPT_PRINT } from '#contract/resource-names.ts';
import { isResourceName } from '#contract/resources/registry.ts';
import type { Api } from '../support/api.ts';
import type { Rows, SavedMutation } from './operation-log.ts';

/** Counts prints by the record that they are of. */
function printsByRecord(prints: readonly SavedMutation[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { mutations } of prints) {
    const { resource, record } = mutations[0]?.body ?? {};
    const name = `${String(resource)} ${String(record)}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

/** Checks that each print of a receipt that a device was told of is counted once. */
export async function auditPrints(
  api: Api,
  saved: readonly SavedMutation[],
  { records, restores }: { readonly records: Rows; readonly restores: number },
): Promise<string[]> {
  const prints = saved.filter(({ mutations }) => mutations[0]?.resource === RECEIPT_PRINT);
  const acknowledged = prints.filter((print) => print.acknowledged);
  const sure = printsByRecord(acknowledged.filter(({ acknowledgedIn }) => acknowledgedIn === restores));
  // An attempt that was given up may have arrived.
  const possible = printsByRecord(prints.filter((print) => print.acknowledged || print.removed));
  const existing = [...records].flatMap(([resource, rows]) =>
    rows.map(({ id }) => `${resource} ${String(id)}`),
  );
  const problems: string[] = [];
  // Reads one after the other: hundreds at once are refused to one user (decision 50).
  for (const name of existing) {
    const [resource, id] = name.split(' ');
    const [least, highest] = [sure.get(name) ?? 0, possible.get(name) ?? 0];
    if (highest === 0 || !isResourceName(resource)) continue;
    const found = receipt.parse(await api.get(`${RECEIPTS_PATH}?resource=${resource}&id=${id}`)).prints;
    if (found > highest || found < least)
      problems.push(`the receipt of ${name} counts ${found} prints, and devices made ${least}`);
  }
  return problems;
}
