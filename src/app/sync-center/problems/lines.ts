import { isOffered, linesOf, type OutboxEntry } from '#app/outbox/model/entry.ts';
import type { Replacement } from '#app/outbox/recovery/actions.ts';
import { isUnsentRecord } from '#app/outbox/store/unsent-records.ts';
import type { Draft } from '#contract/define-resource.ts';
import { formatDecimal, formatMoney, type Piastres, readPiastres, sum, sumIfKnown } from '#contract/money.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { spread } from '#contract/rules/spread.ts';
import type { WriteDefinition } from '#contract/writes/define-write.ts';
import { FAMILY_REMAINING, pickedName } from '#contract/writes/lines.ts';
import { countNewRecords, lineLabels } from '../describe.ts';
import { lostProblem } from './delivery.ts';
import { amountRow, existingRecord, moneyIn, serverColumnText } from './diff.ts';
import type {
  DiffColumn,
  Problem,
  RecordRef,
  RequiredReads,
  ResolutionAction,
  ServerState,
} from './problem.ts';
import { forbiddenProblem } from './refusal.ts';
import { messages } from './texts.en.ts';

/** With its debt as the server has it now. */
interface RefusedLine {
  readonly label: string;
  readonly paysDebt: boolean;
  /** In piastres; undefined if it cannot be read. */
  readonly part: Piastres | undefined;
  /** In piastres: 0 for a deleted debt; undefined if it could not be read. */
  readonly remaining: Piastres | undefined;
}

/** A debt that the server has not got yet is not read. */
export function linesReads(entry: OutboxEntry): RequiredReads {
  return { debts: linesOf(entry).flatMap(({ resource, body }) => debtRef(resource, body) ?? []) };
}

function debtRef(
  name: Parameters<typeof resourceOf>[0],
  { related_record: id }: Draft,
): RecordRef | undefined {
  return typeof id !== 'string' || isUnsentRecord(id) ? undefined : { resource: resourceOf(name), id };
}

function refusedLines(entry: OutboxEntry, { debts = [] }: ServerState): RefusedLine[] {
  let read = 0;
  const labels = lineLabels(entry);
  return linesOf(entry).map(({ resource, body }, index) => {
    const debt = debtRef(resource, body) ? debts[read++] : undefined;
    return {
      label: labels[index] ?? '',
      paysDebt: body.is_installment === true,
      part: readPiastres(body.paid_amount),
      remaining: debt === 'deleted' ? 0n : moneyIn(existingRecord(debt), 'remaining_amount'),
    };
  });
}

function columnsOf(lines: readonly RefusedLine[]): DiffColumn[] {
  const rowsOf = (amounts: readonly (Piastres | undefined)[]) =>
    amounts.flatMap((amount, index) =>
      amount === undefined ? [] : [[amountRow(lines[index]?.label ?? '', amount)]],
    );
  const now = rowsOf(lines.map(({ remaining }) => remaining));
  return [
    { title: messages.whatWasEntered, groups: rowsOf(lines.map(({ part }) => part)) },
    now.length === 0
      ? serverColumnText(messages.newestUnreadable)
      : { title: messages.remainsNow, groups: now },
  ];
}

/** The sum is spread again over the debts (decision 53); new records stay as they are. */
function spreadAnew(entry: OutboxEntry, state: ServerState): Problem {
  const all = refusedLines(entry, state);
  const lines = all.filter(({ paysDebt }) => paysDebt);
  const made = all.filter(({ paysDebt }) => !paysDebt);
  const columns = columnsOf(all);
  const title = messages.overpaidTitle;
  const edit: ResolutionAction = { kind: 'edit' };
  const [parts, left] = [lines.map(({ part }) => part), lines.map(({ remaining }) => remaining)];
  if (!parts.every((part) => part !== undefined) || !left.every((one) => one !== undefined))
    return {
      title,
      instruction: messages.lookUpRemaining,
      columns,
      actions: [edit, { kind: 'send-again' }],
    };
  const received = sum(parts);
  const anew = spread(received, left, parts);
  const taken = received - anew.rest + (sumIfKnown(made.map(({ part }) => part)) ?? 0n);
  if (taken === 0n)
    return {
      title,
      instruction: messages.nothingRemains,
      columns,
      actions: [edit],
      recommendsDiscard: true,
    };
  if (anew.parts.every((part, index) => part === parts[index]))
    return { title, instruction: messages.amountFits, columns, actions: [{ kind: 'send-again' }, edit] };
  const amount = formatMoney(taken);
  const instruction =
    anew.rest > 0n
      ? messages.spreadWithRest({ amount, back: formatMoney(anew.rest) })
      : messages.spreadAnew({ amount });
  const proposal = {
    title: messages.spreadProposal,
    groups: [
      ...made.flatMap(({ label, part }) => (part === undefined ? [] : [[amountRow(label, part)]])),
      ...anew.parts.map((part, index) => [amountRow(lines[index]?.label ?? '', part, true)]),
    ],
  };
  return {
    title,
    instruction,
    columns: [...columns, proposal],
    actions: [
      {
        kind: 'replace',
        label: messages.takeAsSpread({ amount }),
        replacement: replacementOf(entry, anew.parts),
      },
      edit,
    ],
  };
}

/** Lines that get nothing are left out. New records come first, so that their places stay. */
function replacementOf(entry: OutboxEntry, parts: readonly Piastres[]): Replacement {
  const { body, referenced, expected } = entry;
  const payments: readonly Draft[] = Array.isArray(body.payments) ? body.payments : [];
  const made = countNewRecords(entry);
  const kept = payments.flatMap((line, index) => {
    const part = parts[index] ?? 0n;
    return part > 0n
      ? [
          {
            line: { ...line, paid_amount: formatDecimal(part) },
            picked: referenced[pickedName(made + index)],
          },
        ]
      : [];
  });
  const ofDebts = new Set(payments.map((_, index) => pickedName(made + index)));
  return {
    kind: 'create',
    body: { ...body, payments: kept.map(({ line }) => line) },
    referenced: {
      ...Object.fromEntries(Object.entries(referenced).filter(([name]) => !ofDebts.has(name))),
      ...Object.fromEntries(
        kept.flatMap(({ picked }, index) => (picked ? [[pickedName(made + index), picked]] : [])),
      ),
    },
    // Another sum leaves another rest.
    ...(expected && { expected: { ...expected, [FAMILY_REMAINING]: undefined } }),
  };
}

/** Told apart by state and status, never by words. */
export function linesProblem(entry: OutboxEntry, write: WriteDefinition, state: ServerState): Problem {
  const entered = columnsOf(refusedLines(entry, { ...state, debts: [] })).slice(0, 1);
  if (isOffered(entry)) return lostProblem(entered);
  if (entry.asksPerson)
    return {
      title: messages.outcomeUnknownTitle,
      instruction: write.unknown,
      columns: entered,
      actions: [{ kind: 'send-again', label: messages.sendIfNotThere }],
    };
  const isWrong = (list: string) => entry.problems.some(({ field }) => field.startsWith(`${list}.`));
  if (isWrong('payments') && !isWrong('records')) return spreadAnew(entry, state);
  if (entry.lastStatus === 403) return forbiddenProblem(entered);
  return {
    title: messages.rejectedTitle,
    instruction: entry.problems.length > 0 ? messages.fieldProblems : messages.rejected,
    columns: entered,
    actions: [{ kind: 'edit' }, { kind: 'send-again' }],
  };
}
