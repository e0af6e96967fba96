import { isOffered, type OutboxEntry } from '#app/outbox/model/entry.ts';
import { goingBackIn, isRefund, paidBackFor } from '#app/outbox/model/given-back.ts';
import { isUnsentRecord } from '#app/outbox/store/unsent-records.ts';
import { goneBackOf, hasLeft } from '#app/reads/paid-back.ts';
import type { Draft, Resource } from '#contract/define-resource.ts';
import { formatDecimal, formatMoney, type Piastres, readPiastres } from '#contract/money.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { leavingSums } from '#contract/rules/withdrawal.ts';
import { labels } from '#contract/texts/labels.en.ts';
import type { WriteDefinition } from '#contract/writes/define-write.ts';
import { lostProblem } from './delivery.ts';
import {
  amountRow,
  diffRows,
  existingRecord,
  hasProblemAt,
  localColumn,
  moneyIn,
  serverColumn,
  serverColumnText,
} from './diff.ts';
import type {
  DiffColumn,
  DiffRow,
  Problem,
  ProblemType,
  RequiredReads,
  ResolutionAction,
  ServerState,
} from './problem.ts';
import { forbiddenProblem } from './refusal.ts';
import { messages } from './texts.en.ts';

function paidForOf(entry: OutboxEntry): Resource | undefined {
  const paidFor = paidBackFor(entry);
  return paidFor && resourceOf(paidFor.resource);
}

/** None while the record itself was not sent. */
export function paidForRead(entry: OutboxEntry): RequiredReads {
  const paidFor = paidBackFor(entry);
  return !paidFor || isUnsentRecord(paidFor.id)
    ? {}
    : { related: { resource: resourceOf(paidFor.resource), id: paidFor.id } };
}

function paidRows(resource: Resource | undefined, state: ServerState): DiffRow[] {
  const record = existingRecord(state.related);
  const sums = resource && goneBackOf(resource, record);
  if (!resource) return [];
  if (!record || !sums) return record ? diffRows(resource, record, ['credit']) : [];
  return [
    amountRow(messages.paidSoFar, sums.paid),
    amountRow(labels.refunded, sums.refunded),
    amountRow(messages.canBePaidBack, sums.netPaid, true),
    ...diffRows(resource, record, ['left_on', 'kept', 'quantity', 'returned']),
  ];
}

/** In piastres; undefined if it cannot be read. A changed refund can be paid anew. */
function mostNow(
  entry: OutboxEntry,
  resource: Resource | undefined,
  state: ServerState,
): Piastres | undefined {
  const record = existingRecord(state.related);
  const own = entry.operation.kind === 'update' ? (readPiastres(entry.before?.amount) ?? 0n) : 0n;
  const maximum = (resource && goneBackOf(resource, record))?.netPaid ?? moneyIn(record, 'credit');
  return maximum === undefined ? undefined : maximum + own;
}

/** Somebody else paid it back meanwhile, or the payment was deleted (decision 131). */
export const refundTooHigh: ProblemType = {
  matches: (mutation) =>
    isRefund(mutation.entry) &&
    mutation.entry.operation.kind !== 'delete' &&
    hasProblemAt(mutation, 'amount'),
  requiredReads: ({ entry }) => paidForRead(entry),
  describe: ({ entry, resource, record }, state) => {
    const of = paidForOf(entry);
    const maximum = mostNow(entry, of, state);
    const amount = moneyIn(record, 'amount');
    const columns = [
      localColumn(...diffRows(resource, record, ['student', 'resource', 'amount', 'reason'])),
      serverColumn(...paidRows(of, state)),
    ];
    const title = messages.refundTooHighTitle;
    const edit: ResolutionAction = { kind: 'edit' };
    if (maximum === undefined || amount === undefined)
      return { title, instruction: messages.lookUpPaid, columns, actions: [edit, { kind: 'send-again' }] };
    if (amount <= maximum)
      return { title, instruction: messages.refundFits, columns, actions: [{ kind: 'send-again' }, edit] };
    if (maximum <= 0n)
      return {
        title,
        instruction: messages.nothingToPayBack,
        columns,
        actions: [edit],
        recommendsDiscard: true,
      };
    const [left, entered] = [formatMoney(maximum), formatMoney(amount)];
    const body = { ...entry.body, amount: formatDecimal(maximum) };
    return {
      title,
      instruction: messages.refundTooHigh({ left, entered }),
      columns,
      actions: [
        {
          kind: 'replace',
          label: messages.payBackInstead({ amount: left }),
          replacement: { kind: entry.operation.kind, body },
        },
        edit,
      ],
    };
  },
};

function enteredOf(withdrawal: Draft, paidFor: Resource | undefined): DiffColumn {
  const refund: Draft = { ...Object(withdrawal.refund) };
  const rows = [
    [labels.kept, withdrawal.keep],
    [labels.refunded, refund.amount],
    [labels.credit, withdrawal.credit],
  ] as const;
  return localColumn(
    ...(withdrawal.quantity === undefined || !paidFor
      ? []
      : diffRows(paidFor, { id: '', quantity: withdrawal.quantity }, ['quantity'])),
    ...rows.flatMap(([label, value]) => {
      const amount = readPiastres(value);
      return amount === undefined ? [] : [amountRow(label, amount)];
    }),
  );
}

/** The same way back, with the amount that goes back now. In piastres. */
function withBack(body: Draft, back: Piastres): Draft {
  const { refund, credit: _, ...rest } = body;
  const paidOut: Draft = { ...Object(refund) };
  const typed = readPiastres(paidOut.amount);
  const all = body.credit === undefined && typed !== undefined;
  const out = typed === undefined ? 0n : all || typed > back ? back : typed;
  return {
    ...rest,
    ...(out > 0n && { refund: { ...paidOut, amount: formatDecimal(out) } }),
    ...(back - out > 0n && { credit: formatDecimal(back - out) }),
  };
}

const SUMS = /^(?:withdraw\.)?(?:refund|keep|credit)(?:\.amount)?$/;

/** Another desk took or paid back money meanwhile: the sums are worked out again. */
function paidMeanwhile(entry: OutboxEntry, withdrawal: Draft, state: ServerState): Problem {
  const resource = paidForOf(entry);
  const sums = resource && goneBackOf(resource, existingRecord(state.related));
  const keep = readPiastres(withdrawal.keep);
  const columns = [
    enteredOf(withdrawal, resource),
    sums ? serverColumn(...paidRows(resource, state)) : serverColumnText(messages.newestUnreadable),
  ];
  const title = messages.paidMeanwhileTitle;
  const edit: ResolutionAction = { kind: 'edit' };
  // A new enrolment is paid by the sums of a withdrawal that is a part of the write: its form works out both.
  if (!sums || keep === undefined || keep > sums.price || withdrawal !== entry.body)
    return { title, instruction: messages.paidMeanwhile, columns, actions: [edit, { kind: 'send-again' }] };
  const { back } = leavingSums({ price: sums.price, netPaid: sums.netPaid, keep });
  const label =
    back > 0n ? messages.leavesWithBack({ amount: formatMoney(back) }) : messages.leavesWithoutBack;
  return {
    title,
    instruction: messages.paidMeanwhile,
    columns,
    actions: [
      { kind: 'replace', label, replacement: { kind: 'create', body: withBack(entry.body, back) } },
      edit,
    ],
  };
}

/** Of a write by which money, students or books go back, or of its undo. Told apart by state and status, never by words. */
export function goingBackProblem(entry: OutboxEntry, write: WriteDefinition, state: ServerState): Problem {
  const withdrawal = goingBackIn(entry) ?? {};
  const { operation, lastStatus, problems } = entry;
  const isUndo = operation.kind === 'delete';
  const resource = paidForOf(entry);
  const entered = isUndo ? [] : [enteredOf(withdrawal, resource)];
  const record = existingRecord(state.related);
  if (isOffered(entry)) return lostProblem(entered);
  const columns = [...entered, ...(record ? [serverColumn(...paidRows(resource, state))] : [])];
  if (entry.asksPerson)
    return {
      title: messages.outcomeUnknownTitle,
      instruction: write.unknown,
      columns,
      actions: [{ kind: 'send-again', label: messages.sendIfNotThere }],
    };
  if (lastStatus === 403) return forbiddenProblem(entered);
  if (isUndo)
    return {
      title: messages.undoRefusedTitle,
      instruction: write.undoRefused ?? messages.rejected,
      columns,
      actions: [{ kind: 'keep-theirs', label: messages.keepLeft }, { kind: 'send-again' }],
    };
  if (record && hasLeft(record))
    return {
      title: messages.leftAlreadyTitle,
      instruction: messages.leftAlready,
      columns,
      actions: [{ kind: 'keep-theirs', label: messages.keepLeft }],
      recommendsDiscard: true,
    };
  if (problems.some(({ field }) => SUMS.test(field))) return paidMeanwhile(entry, withdrawal, state);
  return {
    title: messages.rejectedTitle,
    instruction: problems.length > 0 ? messages.fieldProblems : messages.rejected,
    columns,
    actions: [{ kind: 'edit' }, { kind: 'send-again' }],
  };
}
