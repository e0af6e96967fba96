import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { isSameValue } from '#contract/change.ts';
import { formOf } from '#contract/define-resource.ts';
import { formatDecimal, type Piastres, parsePiastres, sum } from '#contract/money.ts';
import type { FigureName, Month } from '#contract/month.ts';
import { attachedNames, type ResourceName, resourceNames } from '#contract/resource-names.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';
import type { Row, Rows, SavedMutation } from './operation-log.ts';

export interface FinalState {
  readonly saved: readonly SavedMutation[];
  readonly entries: ReadonlyMap<number, readonly OutboxEntry[]>;
  readonly records: Rows;
  readonly months: readonly Month[];
  readonly restores: number;
  readonly restoredRows: Rows;
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
 * What a restore of the server has undone must be offered again, unless its device has forgotten it.
 * @returns one sentence per violation
 */
export function audit(state: FinalState): string[] {
  return [
    ...lostEntries(state),
    ...undoneEntries(state),
    ...differingRecords(state),
    ...differingFigures(state),
  ];
}

function lostEntries({ saved, entries }: FinalState): string[] {
  return saved.flatMap(({ device, seq, mutations, removed, acknowledged }) => {
    const entry = entries.get(device)?.find((one) => one.seq === seq);
    const entryName = `device ${device}, entry ${seq} (${mutations.map(({ kind, resource }) => `${kind} ${resource}`).join(', ')})`;
    if (removed) return entry ? [`${entryName} was ${removed} and is still stored`] : [];
    if (acknowledged) return [];
    if (!entry) return [`lost: ${entryName} was saved, is not done and is not shown`];
    if (entry.state === 'rejected' && entry.lastError) return [];
    if (entry.state === 'blocked' && entry.quarantined) return [];
    const { state, attempts, lastStatus, lastError, asksPerson } = entry;
    const why = JSON.stringify({ attempts, lastStatus, lastError, asksPerson });
    return [`${entryName} is ${state} on a clear network, and no reason is shown: ${why}`];
  });
}

type Acknowledged = SavedMutation & { readonly entry: OutboxEntry; readonly name: string };

/** Returns the acknowledged entries with the names of their records, in the order of their devices' clocks. */
function acknowledgedEntries(saved: readonly SavedMutation[]): Acknowledged[] {
  return saved
    .flatMap((one) => {
      const { acknowledged: entry } = one;
      // Prints and collections are no records.
      if (!entry || !isResourceName(entry.operation.resource)) return [];
      const { resource, kind, recordId } = entry.operation;
      const id = kind === 'create' ? entry.result?.id : recordId;
      return [{ ...one, entry, name: nameOf(resource as ResourceName, id) }];
    })
    .sort((a, b) => (a.entry.acknowledgedAt ?? 0) - (b.entry.acknowledgedAt ?? 0));
}

const rowsByName = (rows: Rows) =>
  new Map([...rows].flatMap(([resource, all]) => all.map((row) => [nameOf(resource, row.id), row] as const)));

/** Tells whether a record has what an entry wrote; undefined stands for no record. */
function hasEffect({ entry: { operation, body, before } }: Acknowledged, row: Row | undefined): boolean {
  if (operation.kind === 'delete') return row === undefined;
  if (row === undefined) return false;
  if (operation.kind === 'create') return true;
  const { fields } = formOf(resourceOf(operation.resource as ResourceName), { ...before, ...body });
  return Object.entries(fields).every(
    ([name, field]) => !(name in body) || isSameValue(field, body[name], row[name]),
  );
}

function undoneEntries({ saved, restores, restoredRows }: FinalState): string[] {
  const restored = rowsByName(restoredRows);
  const done = acknowledgedEntries(saved);
  const deleted = new Set(
    done.flatMap(({ entry, name }) => (entry.operation.kind === 'delete' ? [name] : [])),
  );
  return done.flatMap((one) => {
    const { acknowledgedIn = 0, afterBackup, forgotten, device, seq, entry, name } = one;
    if (acknowledgedIn === restores || !afterBackup || forgotten || hasEffect(one, restored.get(name)))
      return [];
    if (deleted.has(name) && !restored.has(name)) return [];
    const entryName = `${entry.operation.kind} of ${name} by device ${device}, entry ${seq}`;
    return [`lost: ${entryName} was undone by a restore, and nobody was asked`];
  });
}

interface CreatedRecord {
  readonly resource: ResourceName;
  /** The last acknowledged entry of each device, and the record as a restore has left it. */
  readonly lastAnswers: Map<number, Row | undefined>;
  deleted: boolean;
}

const RESTORE = -1;

function differingRecords({ saved, records, restores, restoredRows }: FinalState): string[] {
  const problems: string[] = [];
  const creators = new Map<string, number>();
  for (const { mutations, createdIds } of saved) {
    const resource = mutations[0]?.resource;
    for (const id of createdIds)
      if (isResourceName(resource))
        creators.set(nameOf(resource, id), (creators.get(nameOf(resource, id)) ?? 0) + 1);
  }
  for (const [name, count] of creators)
    if (count > 1) problems.push(`${name} was returned for ${count} creates`);
  const created = new Map<string, CreatedRecord>();
  for (const [resource, rows] of restoredRows)
    for (const row of rows)
      if (creators.has(nameOf(resource, row.id)))
        created.set(nameOf(resource, row.id), {
          resource,
          lastAnswers: new Map([[RESTORE, row]]),
          deleted: false,
        });
  const done = acknowledgedEntries(saved).filter(({ acknowledgedIn = 0 }) => acknowledgedIn === restores);
  for (const { entry, name } of done) {
    if (entry.operation.kind !== 'create' || created.has(name)) continue;
    created.set(name, {
      resource: entry.operation.resource as ResourceName,
      lastAnswers: new Map(),
      deleted: false,
    });
  }
  // The server repeats its answer to a write that is sent again after a restore, also if the record was deleted.
  const restored = rowsByName(restoredRows);
  const deletedBefore = new Set<string>();
  for (const { entry, name, acknowledgedIn = 0 } of acknowledgedEntries(saved)) {
    if (entry.operation.kind !== 'delete' || acknowledgedIn === restores || restored.has(name)) continue;
    deletedBefore.add(name);
    const createdRecord = created.get(name);
    if (createdRecord) createdRecord.deleted = true;
  }
  for (const { device, entry, name } of done) {
    const { kind } = entry.operation;
    const createdRecord = created.get(name);
    if (!createdRecord) {
      if (!deletedBefore.has(name))
        problems.push(`${kind} ${name} is done, and no create returned that record`);
    } else if (kind === 'delete') createdRecord.deleted = true;
    // Of an entry that a log-out has stripped at once, the answer is not known.
    else createdRecord.lastAnswers.set(device, entry.sent ? (entry.result ?? {}) : undefined);
  }
  return [...problems, ...compare(created, records)];
}

/** Tells whether a record was deleted with the student whom it is about (decision 108). */
function wentWithStudent(
  { resource, lastAnswers }: CreatedRecord,
  stored: ReadonlyMap<string, unknown>,
): boolean {
  if (!attachedNames.some((name) => name === resource)) return false;
  return [...lastAnswers.values()].some(
    (answer) => answer !== undefined && !stored.has(nameOf('student', answer.student)),
  );
}

function compare(created: ReadonlyMap<string, CreatedRecord>, records: Rows): string[] {
  const stored = rowsByName(records);
  const problems = [...stored.keys()]
    .filter((name) => !created.has(name))
    .map((name) => `duplicated or unexpected: ${name} is on the server, and no device created it`);
  for (const [name, createdRecord] of created) {
    const { resource, lastAnswers, deleted } = createdRecord;
    const row = stored.get(name);
    if (deleted) {
      if (row) problems.push(`${name} was deleted and is still on the server`);
      continue;
    }
    if (!row) {
      if (wentWithStudent(createdRecord, stored)) continue;
      problems.push(`lost: ${name} was acknowledged and is not on the server`);
      continue;
    }
    const answers = [...lastAnswers.values()].map((answer) => answer && comparable(resource, answer));
    if (!answers.includes(undefined) && !answers.includes(comparable(resource, row))) {
      problems.push(`${name} is ${comparable(resource, row)} and devices received ${answers.join(' or ')}`);
    }
  }
  return problems;
}

const figureOf: Partial<Record<ResourceName, FigureName>> = {
  'book-order': 'book_expenses',
  'book-payout': 'book_revenue',
  salary: 'salaries',
  advance: 'salaries',
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
  return [...new Set(Object.values(figureOf))].flatMap((figure) => {
    const cash = resourceNames
      .filter((resource) => figureOf[resource] === figure)
      .flatMap((resource) => records.get(resource) ?? [])
      .filter((row) => row.month !== null)
      .map((row): Piastres => parsePiastres(text(row.paid_amount ?? row.amount)));
    const inMonths = months.map((month): Piastres => parsePiastres(text(month[figure])));
    const [expected, found] = [formatDecimal(sum(cash)), formatDecimal(sum(inMonths))];
    return expected === found
      ? []
      : [`${figure} is ${found} in all months, and the records sum to ${expected}`];
  });
}
