import { textOf } from '#app/fields/field-control.ts';
import { debtOf } from '#app/lib/debt-of.ts';
import { INSTALLMENT_PATH, WORK_HISTORY_PATH } from '#app/lib/paths.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { type Draft, formOf } from '#contract/define-resource.ts';
import { formatDecimal, formatMoney } from '#contract/money.ts';
import type { Month } from '#contract/month.ts';
import {
  changedFields,
  diffRows,
  existingRecord,
  localColumn,
  mainRows,
  moneyIn,
  serverColumn,
  targetRead,
} from './diff.ts';
import type { LocalMutation, ProblemType, ResolutionAction, ServerState } from './problem.ts';
import { messages } from './texts.en.ts';

interface EndedMonth {
  /** Undefined if it is older than the months that were read. */
  readonly ended: string | undefined;
  readonly running: Month | undefined;
}

/** Only if it certainly does not run. */
function endedMonth(current: RecordRow | undefined, { months }: ServerState): EndedMonth | undefined {
  const id = textOf(current?.month);
  if (id === '' || !months) return undefined;
  const month = months.find((candidate) => candidate.id === id);
  if (month?.status === 'running') return undefined;
  return { ended: month?.name, running: months.find(({ status }) => status === 'running') };
}

const COPIED_FIELDS = ['receipt_number', 'custom_date', 'notes'];

/** A raised payment becomes an installment of the running month, or opens its form. */
function installmentActions(
  mutation: LocalMutation,
  current: RecordRow,
  running: Month | undefined,
): ResolutionAction[] {
  const { entry, resource, record } = mutation;
  const debt = debtOf(resource);
  // A server that takes no installments of a resource does not name the debt of its records.
  const isTaken = !resource.installment?.capability || current.related_record !== undefined;
  if (!debt || !resource.installment || !isTaken) return [];
  const [entered, paid] = [moneyIn(entry.body, debt.paid), moneyIn(current, debt.paid)];
  // An unreadable payment must not count as 0: the whole amount would be recorded a second time.
  if (entered === undefined || paid === undefined) return [];
  const more = entered - paid;
  const left = moneyIn(current, debt.left);
  const copied = [debt.paid, ...COPIED_FIELDS];
  if (more <= 0n || (left !== undefined && more > left)) return [];
  if (!changedFields(mutation, current).every((name) => copied.includes(name))) return [];
  const enrolmentId = current.is_installment === true ? current.related_record : current.id;
  const label = messages.takeAsInstallment({ amount: formatMoney(more), month: running?.name });
  // A payment has a receipt number. Where the record has none, as a book payout, the form asks for it.
  if (textOf(record.receipt_number) === '') {
    const state = { resource: resource.name, related: current.id, fallback: resource.screens.list };
    return [{ kind: 'navigate', label, path: INSTALLMENT_PATH, state }];
  }
  const body = {
    is_installment: true,
    related_record: enrolmentId,
    ...Object.fromEntries(COPIED_FIELDS.flatMap((name) => (record[name] ? [[name, record[name]]] : []))),
    [debt.paid]: formatDecimal(more),
  };
  const referenced = current.id === enrolmentId ? { referenced: { related_record: current } } : {};
  return [{ kind: 'replace', label, replacement: { kind: 'create', body, ...referenced } }];
}

/** Judged by the record's own amounts. */
function hasInstallments({ resource }: LocalMutation, current: RecordRow | undefined): boolean {
  const debt = debtOf(resource);
  const [price, paid, left] = [debt?.price, debt?.paid, debt?.left].map((name) => moneyIn(current, name));
  if (price === undefined || paid === undefined || left === undefined) return false;
  return price - paid !== left;
}

const FINAL_KINDS = new Set(['money', 'quantity']);

function nonMoneyActions(mutation: LocalMutation, current: RecordRow): ResolutionAction[] {
  const { fields } = formOf(mutation.resource, current);
  const names = changedFields(mutation, current).filter((name) => !FINAL_KINDS.has(fields[name]?.kind ?? ''));
  if (names.length === 0) return [];
  const body: Draft = Object.fromEntries(names.map((name) => [name, mutation.entry.body[name]]));
  return [{ kind: 'replace', label: messages.saveWithoutMoney, replacement: { kind: 'update', body } }];
}

function instructionFor(
  month: string,
  can: Readonly<Record<'deletes' | 'replaces' | 'savesRest', boolean>>,
): string {
  if (can.deletes) return messages.endedDelete({ month });
  if (can.replaces) return messages.endedReplace({ month });
  if (can.savesRest) return messages.endedSaveRest({ month });
  return messages.endedChange({ month });
}

/**
 * An update or delete of a money record whose month has ended meanwhile (decision 20): 409, and the server says now
 * that the month does not run.
 * - A create never matches: it joins the month that runs when it arrives, or the next one (decision 18).
 * - An update that raises the payment of a debt: that money was received now and belongs to the running month. It can
 *   be sent as an installment there; the ended month does not change.
 * - Any other change of cash (a correction, less money, a salary, an expense) belongs to the ended month. Only a
 *   manager can re-open that; then the same update is sent again. Fields without cash can be saved at once.
 * - A delete: undo the month and send it again, or discard it and keep the record.
 */
export const monthEnded: ProblemType = {
  matches: ({ entry, resource }) =>
    entry.lastStatus === 409 && entry.operation.kind !== 'create' && resource.cash !== undefined,
  requiredReads: (mutation) => ({ ...targetRead(mutation), months: true }),
  // An enrolment with installments cannot be deleted in any month: delete those first.
  confirm: (mutation, state) =>
    endedMonth(existingRecord(state.target), state) !== undefined &&
    !(mutation.entry.operation.kind === 'delete' && hasInstallments(mutation, existingRecord(state.target))),
  describe: (mutation, state) => {
    const current = existingRecord(state.target);
    const months = endedMonth(current, state);
    const name = months?.ended ?? messages.itsMonth;
    const again = { kind: 'send-again', label: messages.sendAgain } as const;
    const open: ResolutionAction = {
      kind: 'navigate',
      label: messages.openWorkHistory,
      path: WORK_HISTORY_PATH,
    };
    const deletes = mutation.entry.operation.kind === 'delete';
    const names = current ? changedFields(mutation, current) : [];
    const replace = current && !deletes ? installmentActions(mutation, current, months?.running) : [];
    const rest = current && !deletes ? nonMoneyActions(mutation, current) : [];
    const rows = current
      ? deletes
        ? mainRows(mutation.resource, current)
        : diffRows(mutation.resource, current, names)
      : [];
    return {
      title: months?.ended
        ? messages.monthEndedTitle({ month: months.ended })
        : messages.unnamedMonthEndedTitle,
      instruction: instructionFor(name, {
        deletes,
        replaces: replace.length > 0,
        savesRest: rest.length > 0,
      }),
      columns: [
        ...(deletes ? [] : [localColumn(...diffRows(mutation.resource, mutation.record, names))]),
        serverColumn(...rows),
      ],
      actions: deletes || !current ? [open, again] : [...replace, ...rest, open, again, { kind: 'edit' }],
    };
  },
};
