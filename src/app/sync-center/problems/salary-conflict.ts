import { declaredNow } from '#app/cache/boot-cache.ts';
import { textOf } from '#app/fields/field-control.ts';
import { editPath } from '#app/lib/paths.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { lastPartOf, openPayOf, paidPart } from '#app/lib/salary-of.ts';
import type { Resource } from '#contract/define-resource.ts';
import { formatMoney, sumIfKnown } from '#contract/money.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { isPaidUp, type NetSalary, netSalary } from '#contract/rules/salary.ts';
import { labels } from '#contract/texts/labels.en.ts';
import {
  amountRow,
  diffRows,
  existingRecord,
  localColumn,
  moneyIn,
  relatedRead,
  serverColumn,
} from './diff.ts';
import type { LocalMutation, ProblemType, RequiredReads, ServerState } from './problem.ts';
import { messages } from './texts.en.ts';

/** A create that settles other records and conflicts with the stored ones (decision 34). */
const matches = ({ entry, resource }: LocalMutation) =>
  entry.lastStatus === 409 && entry.operation.kind === 'create' && resource.settles !== undefined;

/** The employee, whom the records that a salary settles name in the same way. */
const referenceOf = ({ settles }: Resource): string => settles?.[0]?.reference ?? '';

const settledKinds = ({ settles }: Resource): readonly Resource[] =>
  (settles ?? []).map(({ kind }) => resourceOf(kind)).filter(declaredNow);

function requiredReads(mutation: LocalMutation): RequiredReads {
  const { resource, record } = mutation;
  const reference = referenceOf(resource);
  const holder = resource.fields[reference]?.refersTo;
  if (!holder) return {};
  const search = { [reference]: textOf(record[reference]) };
  return {
    ...relatedRead(mutation, resourceOf(holder), reference),
    lists: [resource, ...settledKinds(resource)].map((one) => ({ resource: one, search })),
    months: true,
  };
}

/** The last part in the running month, or of the salary that is booked for the next one. */
function salaryOfRunningMonth(
  { resource }: LocalMutation,
  { lists, months }: ServerState,
): RecordRow | undefined {
  if (!months) return undefined;
  const running = months.find(({ status }) => status === 'running')?.id ?? null;
  return lastPartOf(
    (lists[resource.name] ?? []).filter(({ month }) => month !== undefined && month === running),
  );
}

/** Of one employee in a month (decision 15). */
export const secondSalary: ProblemType = {
  matches,
  requiredReads,
  confirm: (mutation, state) => {
    const existing = salaryOfRunningMonth(mutation, state);
    const [last, open] = [existing && paidPart(existing), openOf(mutation, state)];
    return existing !== undefined && (!last || !open || isPaidUp(last, open));
  },
  describe: (mutation, state) => {
    const { resource, record } = mutation;
    const existing = salaryOfRunningMonth(mutation, state);
    const names = [referenceOf(resource), 'created_at', resource.cash?.field ?? ''];
    return {
      title: messages.secondSalaryTitle({ kind: resource.singular.toLowerCase() }),
      instruction: messages.secondSalary,
      columns: [
        localColumn(...diffRows(resource, record, names)),
        serverColumn(...(existing ? diffRows(resource, existing, names) : [])),
      ],
      actions: existing
        ? [
            { kind: 'navigate', label: messages.openExisting, path: editPath(resource, existing.id) },
            { kind: 'send-again' },
          ]
        : [{ kind: 'send-again' }],
    };
  },
};

const openRecords = ({ resource }: LocalMutation, { lists }: ServerState) =>
  (resource.settles ?? []).flatMap(({ kind, mark }) => {
    const records = (lists[kind] ?? []).filter((record) => !record[mark]);
    return records.length > 0 ? [{ resource: resourceOf(kind), records }] : [];
  });

const openOf = (mutation: LocalMutation, state: ServerState) =>
  openPayOf(
    Object.fromEntries(openRecords(mutation, state).map(({ resource, records }) => [resource.name, records])),
  );

function netOf(mutation: LocalMutation, state: ServerState): NetSalary | undefined {
  const salary = moneyIn(existingRecord(state.related), 'salary');
  const open = openOf(mutation, state);
  const existing = salaryOfRunningMonth(mutation, state);
  if (salary === undefined || open === undefined) return undefined;
  return netSalary(salary, open, existing && paidPart(existing));
}

/** A salary below the employee's open deductions and advances (decisions 15, 35 and 134). */
export const deductionsExceedSalary: ProblemType = {
  matches,
  requiredReads,
  confirm: (mutation, state) => {
    const salary = netOf(mutation, state);
    return salary !== undefined && salary.net < 0n;
  },
  describe: (mutation, state) => {
    const { resource, record } = mutation;
    const salary = netOf(mutation, state);
    const open = openRecords(mutation, state);
    const taken = open.filter((one) => one.resource.name !== 'bonus');
    const [first = resourceOf('deduction'), second] = taken.map((one) => one.resource);
    const names = [first, second].flatMap((one) => one?.plural.toLowerCase() ?? []);
    return {
      title: messages.deductionsTitle({
        deductions: second ? messages.both({ one: names[0] ?? '', other: names[1] ?? '' }) : (names[0] ?? ''),
        salary: resource.singular.toLowerCase(),
      }),
      instruction: messages.deductionsTooHigh({ over: salary ? formatMoney(-salary.net) : '' }),
      columns: [
        localColumn(...diffRows(resource, record, [referenceOf(resource), resource.cash?.field ?? ''])),
        serverColumn(
          ...(salary ? [amountRow(resource.singular, salary.base)] : []),
          ...(salary && salary.paidBefore > 0n ? [amountRow(labels.paidBefore, salary.paidBefore)] : []),
          ...open.flatMap((one) => {
            const label = messages.deductionsCount({
              deductions: one.resource.plural,
              count: one.records.length,
            });
            const amount = sumIfKnown(one.records.map((row) => moneyIn(row, 'amount')));
            return amount === undefined
              ? []
              : [one.resource.name === 'bonus' ? amountRow(label, amount) : amountRow(label, amount, true)];
          }),
        ),
      ],
      actions: [
        { kind: 'navigate', label: messages.openList({ list: first.plural }), path: first.screens.list },
        { kind: 'send-again' },
      ],
    };
  },
};
