import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { formatDecimal, type Piastres, parsePiastres, sum } from '#contract/money.ts';
import type { FigureName, Month } from '#contract/month.ts';
import { type ResourceName, resourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { SavedMutation } from './operation-log.ts';

type Row = Readonly<Record<string, unknown>>;

/** What the server has, and what each device still shows, after the last connection. */
export interface FinalState {
  readonly saved: readonly SavedMutation[];
  /** Rows of each device by its number. */
  readonly rows: ReadonlyMap<number, readonly OutboxEntry[]>;
  readonly records: ReadonlyMap<ResourceName, readonly Row[]>;
  readonly months: readonly Month[];
}

const text = (value: unknown) => (value === undefined || value === null ? '' : String(value));

/** The fields of a record that people give it, and the amounts that are stamped when it is made. */
function given(resource: ResourceName, row: Row): string {
  const names = [...Object.keys(resourceOf(resource).fields), 'related_record', 'is_installment', 'amount'];
  return JSON.stringify(names.map((name) => [name, text(row[name])]));
}

const nameOf = (resource: ResourceName, id: unknown) => `${resource} ${text(id)}`;

/**
 * Money is neither lost nor recorded twice: the server's records are those that devices were told are done, each once; everything
 * else that was saved is still shown with its reason; and the months come to what the records come to.
 * @returns one sentence for each thing that is not so
 */
export function audit(evening: FinalState): string[] {
  return [...accounted(evening), ...sameRecords(evening), ...sameFigures(evening)];
}

function accounted({ saved, rows }: FinalState): string[] {
  return saved.flatMap(({ device, seq, writes, gone, done }) => {
    const row = rows.get(device)?.find((one) => one.seq === seq);
    const what = `device ${device}, row ${seq} (${writes.map(({ kind, resource }) => `${kind} ${resource}`).join(', ')})`;
    if (gone) return row ? [`${what} was ${gone} and is still there`] : [];
    if (done) return [];
    if (!row) return [`lost: ${what} was saved, is not done and is not shown`];
    if (row.state === 'rejected' && row.lastError) return [];
    if (row.state === 'blocked' && row.parked) return [];
    const { state, attempts, lastStatus, lastError, asksPerson } = row;
    const why = JSON.stringify({ attempts, lastStatus, lastError, asksPerson });
    return [`${what} is ${state} with a clear sky, and nobody is told why: ${why}`];
  });
}

interface Made {
  readonly resource: ResourceName;
  /** What the server last said about it to each device. */
  readonly last: Map<number, OutboxEntry>;
  deleted: boolean;
}

function sameRecords({ saved, records }: FinalState): string[] {
  const made = new Map<string, Made>();
  const done = saved.flatMap(({ device, done: row }) => (row ? [{ device, row }] : []));
  done.sort((a, b) => (a.row.acknowledgedAt ?? 0) - (b.row.acknowledgedAt ?? 0));
  const problems: string[] = [];
  for (const { row } of done.filter(({ row: { operation } }) => operation.kind === 'create')) {
    const resource = row.operation.resource as ResourceName;
    const name = nameOf(resource, row.result?.id);
    if (made.has(name)) problems.push(`${name} was given to two creates`);
    made.set(name, { resource, last: new Map(), deleted: false });
  }
  for (const { device, row } of done) {
    const { resource, kind, recordId } = row.operation;
    const one = made.get(nameOf(resource as ResourceName, kind === 'create' ? row.result?.id : recordId));
    if (!one) problems.push(`${kind} ${resource} ${recordId} is done, and nobody made that record`);
    else if (kind === 'delete') one.deleted = true;
    else one.last.set(device, row);
  }
  return [...problems, ...compare(made, records)];
}

function compare(made: ReadonlyMap<string, Made>, records: FinalState['records']): string[] {
  const there = new Map(
    [...records].flatMap(([resource, rows]) => rows.map((row) => [nameOf(resource, row.id), row] as const)),
  );
  const problems = [...there.keys()]
    .filter((name) => !made.has(name))
    .map((name) => `doubled or out of nowhere: ${name} is on the server, and no device made it`);
  for (const [name, { resource, last, deleted }] of made) {
    const row = there.get(name);
    if (deleted) {
      if (row) problems.push(`${name} was deleted and is still there`);
      continue;
    }
    if (!row) {
      problems.push(`lost: ${name} was acknowledged and is not on the server`);
      continue;
    }
    const said = [...last.values()].map(({ result }) => given(resource, result ?? {}));
    if (!said.includes(given(resource, row))) {
      problems.push(`${name} is ${given(resource, row)} and devices were told ${said.join(' or ')}`);
    }
  }
  return problems;
}

/** The months' figure that a resource's cash goes to. */
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

/** Adds up the records that are in a month, and compares that with the months together. */
function sameFigures({ records, months }: FinalState): string[] {
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
      : [`${figure} is ${found} in all months, and the records come to ${expected}`];
  });
}
