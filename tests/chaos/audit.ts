import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { formatDecimal, type Piastres, parsePiastres, sum } from '#contract/money.ts';
import type { FigureName, Month } from '#contract/month.ts';
import { type ResourceName, resourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { SavedMutation } from './operation-log.ts';

type Row = Readonly<Record<string, unknown>>;

/** Holds the final state of the server and of the devices after the last send pass. */
export interface FinalState {
  readonly saved: readonly SavedMutation[];
  /** Entries of each device by its number. */
  readonly entries: ReadonlyMap<number, readonly OutboxEntry[]>;
  readonly records: ReadonlyMap<ResourceName, readonly Row[]>;
  readonly months: readonly Month[];
}

const text = (value: unknown) => (value === undefined || value === null ? '' : String(value));

/** Returns the user-given fields and stamped amounts of a record as comparable text. */
function comparable(resource: ResourceName, row: Row): string {
  const names = [...Object.keys(resourceOf(resource).fields), 'related_record', 'is_installment', 'amount'];
  return JSON.stringify(names.map((name) => [name, text(row[name])]));
}

const nameOf = (resource: ResourceName, id: unknown) => `${resource} ${text(id)}`;

/**
 * Checks that nothing is lost or duplicated: every acknowledged record exists once as answered,
 * every other saved mutation is still shown with its reason, and the months' figures equal the sums of the records.
 * @returns one sentence per violation
 */
export function audit(state: FinalState): string[] {
  return [...lostEntries(state), ...differingRecords(state), ...differingFigures(state)];
}

function lostEntries({ saved, entries }: FinalState): string[] {
  return saved.flatMap(({ device, seq, mutations, removed, acknowledged }) => {
    const entry = entries.get(device)?.find((one) => one.seq === seq);
    const what = `device ${device}, entry ${seq} (${mutations.map(({ kind, resource }) => `${kind} ${resource}`).join(', ')})`;
    if (removed) return entry ? [`${what} was ${removed} and is still stored`] : [];
    if (acknowledged) return [];
    if (!entry) return [`lost: ${what} was saved, is not done and is not shown`];
    if (entry.state === 'rejected' && entry.lastError) return [];
    if (entry.state === 'blocked' && entry.quarantined) return [];
    const { state, attempts, lastStatus, lastError, asksPerson } = entry;
    const why = JSON.stringify({ attempts, lastStatus, lastError, asksPerson });
    return [`${what} is ${state} on a clear network, and no reason is shown: ${why}`];
  });
}

interface CreatedRecord {
  readonly resource: ResourceName;
  /** The last acknowledged entry of each device. */
  readonly lastAnswers: Map<number, OutboxEntry>;
  deleted: boolean;
}

function differingRecords({ saved, records }: FinalState): string[] {
  const created = new Map<string, CreatedRecord>();
  const done = saved.flatMap(({ device, acknowledged: entry }) => (entry ? [{ device, entry }] : []));
  done.sort((a, b) => (a.entry.acknowledgedAt ?? 0) - (b.entry.acknowledgedAt ?? 0));
  const problems: string[] = [];
  for (const { entry } of done.filter(({ entry: { operation } }) => operation.kind === 'create')) {
    const resource = entry.operation.resource as ResourceName;
    const name = nameOf(resource, entry.result?.id);
    if (created.has(name)) problems.push(`${name} was returned for two creates`);
    created.set(name, { resource, lastAnswers: new Map(), deleted: false });
  }
  for (const { device, entry } of done) {
    const { resource, kind, recordId } = entry.operation;
    const createdRecord = created.get(
      nameOf(resource as ResourceName, kind === 'create' ? entry.result?.id : recordId),
    );
    if (!createdRecord)
      problems.push(`${kind} ${resource} ${recordId} is done, and no create returned that record`);
    else if (kind === 'delete') createdRecord.deleted = true;
    else createdRecord.lastAnswers.set(device, entry);
  }
  return [...problems, ...compare(created, records)];
}

function compare(created: ReadonlyMap<string, CreatedRecord>, records: FinalState['records']): string[] {
  const stored = new Map(
    [...records].flatMap(([resource, rows]) => rows.map((row) => [nameOf(resource, row.id), row] as const)),
  );
  const problems = [...stored.keys()]
    .filter((name) => !created.has(name))
    .map((name) => `duplicated or unexpected: ${name} is on the server, and no device created it`);
  for (const [name, { resource, lastAnswers, deleted }] of created) {
    const row = stored.get(name);
    if (deleted) {
      if (row) problems.push(`${name} was deleted and is still on the server`);
      continue;
    }
    if (!row) {
      problems.push(`lost: ${name} was acknowledged and is not on the server`);
      continue;
    }
    const answers = [...lastAnswers.values()].map(({ result }) => comparable(resource, result ?? {}));
    if (!answers.includes(comparable(resource, row))) {
      problems.push(`${name} is ${comparable(resource, row)} and devices received ${answers.join(' or ')}`);
    }
  }
  return problems;
}

/** Maps a resource to the figure that sums its cash. */
const figureOf: Partial<Record<ResourceName, FigureName>> = {
  'book-order': 'book_expenses',
  'book-payout': 'book_revenue',
  salary: 'salaries',
  expense: 'franchise_expenses',
  'adult-course': 'adult_course_revenue',
  'kids-course': 'kids_course_revenue',
  'home-schooling': 'home_schooling_revenue',
  'summer-course': 'summer_course_revenue',
  nursery: 'nursery_revenue',
  bus: 'bus_revenue',
};

/** Compares the sums of all records in months with the sums of the months' figures. */
function differingFigures({ records, months }: FinalState): string[] {
  return resourceNames.flatMap((resource) => {
    const figure = figureOf[resource];
    if (!figure) return [];
    const cash = (records.get(resource) ?? [])
      .filter((row) => row.month !== null)
      .map((row): Piastres => parsePiastres(text(row.paid_amount ?? row.amount)));
    const inMonths = months.map((month): Piastres => parsePiastres(text(month[figure])));
    const [expected, found] = [formatDecimal(sum(cash)), formatDecimal(sum(inMonths))];
    return expected === found
      ? []
      : [`${figure} is ${found} in all months, and the records sum to ${expected}`];
  });
}
