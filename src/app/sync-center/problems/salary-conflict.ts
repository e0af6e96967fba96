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
  otherTarget,
  serverColumn,
} from './diff.ts';
import type { LocalMutation, ProblemType, RequiredReads, ServerState } from './problem.ts';

/** A create that settles others and clashes with what is stored (decision 34). */
const is = ({ row, resource }: LocalMutation) =>
  row.lastStatus === 409 && row.operation.kind === 'create' && resource.settles !== undefined;

function looks(asked: LocalMutation): RequiredReads {
  const { resource, record } = asked;
  const { settles } = resource;
  const holder = settles && resource.fields[settles.reference]?.refersTo;
  if (!settles || !holder) return {};
  const search = { [settles.reference]: textOf(record[settles.reference]) };
  return {
    ...otherTarget(asked, resourceOf(holder), settles.reference),
    lists: [
      { resource, search },
      { resource: resourceOf(settles.kind), search },
    ],
    months: true,
  };
}

/** The record of the same person in the month that runs, or that waits for the next one. */
function sameMonth({ resource }: LocalMutation, { lists, months }: ServerState): RecordRow | undefined {
  if (!months) return undefined;
  const running = months.find(({ status }) => status === 'running')?.id ?? null;
  return lists[resource.name]?.find(({ month }) => month !== undefined && month === running);
}

/** One employee has a salary in this month already (decision 15). */
export const secondSalary: ProblemType = {
  name: 'second salary',
  is,
  looks,
  holds: (asked, ground) => sameMonth(asked, ground) !== undefined,
  tells: (asked, ground) => {
    const { resource, record } = asked;
    const there = sameMonth(asked, ground);
    const names = [resource.settles?.reference ?? '', 'created_at', resource.cash?.field ?? ''];
    return {
      title: `There is a ${resource.singular.toLowerCase()} this month already`,
      todo: 'Look at the one that is there. If it is the same, discard this; if it is wrong, change that one.',
      sides: [
        localColumn(...diffRows(resource, record, names)),
        serverColumn(...(there ? diffRows(resource, there, names) : [])),
      ],
      ways: there
        ? [
            { kind: 'go', label: 'Open the one that is there', path: editPath(resource, there.id) },
            { kind: 'again' },
          ]
        : [{ kind: 'again' }],
    };
  },
};

interface Balance {
  readonly base: Piastres;
  readonly open: readonly RecordRow[];
  readonly deducted: Piastres;
}

function balanceOf({ resource }: LocalMutation, ground: ServerState): Balance | undefined {
  const { settles } = resource;
  const holder = settles && resource.fields[settles.reference]?.refersTo;
  const all = settles && ground.lists[settles.kind];
  const money = holder && moneyField(holder);
  const base = moneyIn(existingRecord(ground.other), money);
  if (!settles || !all || base === undefined) return undefined;
  const open = all.filter((one) => !one[settles.mark]);
  const amount = moneyField(settles.kind);
  const deducted = sumIfKnown(open.map((one) => moneyIn(one, amount)));
  return deducted === undefined ? undefined : { base, open, deducted };
}

function moneyField(name: Parameters<typeof resourceOf>[0]): string | undefined {
  const { fields } = resourceOf(name);
  return Object.keys(fields).find((field) => fields[field]?.kind === 'money');
}

/** The open deductions are more than the salary (decisions 15 and 35). */
export const deductionsOver: ProblemType = {
  name: 'deductions over',
  is,
  looks,
  holds: (asked, ground) => {
    const balance = balanceOf(asked, ground);
    return balance !== undefined && balance.deducted > balance.base;
  },
  tells: (asked, ground) => {
    const { resource, record } = asked;
    const { settles } = resource;
    const balance = balanceOf(asked, ground);
    const many = settles ? resourceOf(settles.kind) : resource;
    const over = balance ? formatMoney(balance.deducted - balance.base) : '';
    return {
      title: `The ${many.plural.toLowerCase()} are more than the ${resource.singular.toLowerCase()}`,
      todo: `They are ${over} too much. Lower or delete one, then send this again.`,
      sides: [
        localColumn(...diffRows(resource, record, [settles?.reference ?? '', resource.cash?.field ?? ''])),
        serverColumn(
          ...(balance
            ? [
                amountRow(resource.singular, balance.base),
                amountRow(`${many.plural} (${balance.open.length})`, balance.deducted, true),
              ]
            : []),
        ),
      ],
      ways: [{ kind: 'go', label: `Open ${many.plural}`, path: many.screens.list }, { kind: 'again' }],
    };
  },
};
