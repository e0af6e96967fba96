import { textOf } from '#app/fields/field-control.ts';
import { editPath } from '#app/lib/paths.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { formatMoney, type Piastres, sumIfKnown } from '#contract/money.ts';
import { resourceOf } from '#contract/resources/registry.ts';
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

function requiredReads(mutation: LocalMutation): RequiredReads {
  const { resource, record } = mutation;
  const { settles } = resource;
  const holder = settles && resource.fields[settles.reference]?.refersTo;
  if (!settles || !holder) return {};
  const search = { [settles.reference]: textOf(record[settles.reference]) };
  return {
    ...relatedRead(mutation, resourceOf(holder), settles.reference),
    lists: [
      { resource, search },
      { resource: resourceOf(settles.kind), search },
    ],
    months: true,
  };
}

/** Or the one booked for the next month. */
function salaryOfRunningMonth(
  { resource }: LocalMutation,
  { lists, months }: ServerState,
): RecordRow | undefined {
  if (!months) return undefined;
  const running = months.find(({ status }) => status === 'running')?.id ?? null;
  return lists[resource.name]?.find(({ month }) => month !== undefined && month === running);
}

/** Of one employee in a month (decision 15). */
export const secondSalary: ProblemType = {
  matches,
  requiredReads,
  confirm: (mutation, state) => salaryOfRunningMonth(mutation, state) !== undefined,
  describe: (mutation, state) => {
    const { resource, record } = mutation;
    const existing = salaryOfRunningMonth(mutation, state);
    const names = [resource.settles?.reference ?? '', 'created_at', resource.cash?.field ?? ''];
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

interface SettlementSums {
  readonly base: Piastres;
  readonly open: readonly RecordRow[];
  readonly deducted: Piastres;
}

function settlementSums({ resource }: LocalMutation, state: ServerState): SettlementSums | undefined {
  const { settles } = resource;
  const holder = settles && resource.fields[settles.reference]?.refersTo;
  const all = settles && state.lists[settles.kind];
  const money = holder && moneyField(holder);
  const base = moneyIn(existingRecord(state.related), money);
  if (!settles || !all || base === undefined) return undefined;
  const open = all.filter((record) => !record[settles.mark]);
  const amount = moneyField(settles.kind);
  const deducted = sumIfKnown(open.map((record) => moneyIn(record, amount)));
  return deducted === undefined ? undefined : { base, open, deducted };
}

function moneyField(name: Parameters<typeof resourceOf>[0]): string | undefined {
  const { fields } = resourceOf(name);
  return Object.keys(fields).find((field) => fields[field]?.kind === 'money');
}

/** A salary below the employee's open deductions (decisions 15 and 35). */
export const deductionsExceedSalary: ProblemType = {
  matches,
  requiredReads,
  confirm: (mutation, state) => {
    const sums = settlementSums(mutation, state);
    return sums !== undefined && sums.deducted > sums.base;
  },
  describe: (mutation, state) => {
    const { resource, record } = mutation;
    const { settles } = resource;
    const sums = settlementSums(mutation, state);
    const settled = settles ? resourceOf(settles.kind) : resource;
    const over = sums ? formatMoney(sums.deducted - sums.base) : '';
    return {
      title: messages.deductionsTitle({
        deductions: settled.plural.toLowerCase(),
        salary: resource.singular.toLowerCase(),
      }),
      instruction: messages.deductionsTooHigh({ over }),
      columns: [
        localColumn(...diffRows(resource, record, [settles?.reference ?? '', resource.cash?.field ?? ''])),
        serverColumn(
          ...(sums
            ? [
                amountRow(resource.singular, sums.base),
                amountRow(
                  messages.deductionsCount({ deductions: settled.plural, count: sums.open.length }),
                  sums.deducted,
                  true,
                ),
              ]
            : []),
        ),
      ],
      actions: [
        {
          kind: 'navigate',
          label: messages.openList({ list: settled.plural }),
          path: settled.screens.list,
        },
        { kind: 'send-again' },
      ],
    };
  },
};
