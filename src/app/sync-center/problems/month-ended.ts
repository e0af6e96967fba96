import { textOf } from '#app/fields/field-control.ts';
import { debtOf } from '#app/lib/debt-of.ts';
import { WORK_HISTORY_PATH } from '#app/lib/paths.ts';
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
  ownTarget,
  serverColumn,
} from './diff.ts';
import type { LocalMutation, ProblemType, ResolutionAction, ServerState } from './problem.ts';

interface Months {
  /** The ended month's name; undefined where it is too long ago to be among those that were read. */
  readonly ended: string | undefined;
  readonly running: Month | undefined;
}

/** The record's month, if it surely is none that runs. */
function endedMonth(own: RecordRow | undefined, { months }: ServerState): Months | undefined {
  const id = textOf(own?.month);
  if (id === '' || !months) return undefined;
  const month = months.find((one) => one.id === id);
  if (month?.status === 'running') return undefined;
  return { ended: month?.name, running: months.find(({ status }) => status === 'running') };
}

/** What an installment says beside its amount. */
const CARRIED = ['receipt_number', 'custom_date', 'notes'];

/** More was paid, and nothing else changed: that money is the running month's, as an installment of its own. */
function asInstallment(asked: LocalMutation, own: RecordRow, running: Month | undefined): ResolutionAction[] {
  const { row, resource, record } = asked;
  const debt = debtOf(resource);
  if (!debt || !resource.installment) return [];
  const [entered, paid] = [moneyIn(row.body, debt.paid), moneyIn(own, debt.paid)];
  // An unknown payment is not taken for 0: the whole amount would be recorded a second time.
  if (entered === undefined || paid === undefined) return [];
  const more = entered - paid;
  const left = moneyIn(own, debt.left);
  const carried = [debt.paid, ...CARRIED];
  if (more <= 0n || (left !== undefined && more > left)) return [];
  if (!changedFields(asked, own).every((name) => carried.includes(name))) return [];
  const related = own.is_installment === true ? own.related_record : own.id;
  const body = {
    is_installment: true,
    related_record: related,
    ...Object.fromEntries(CARRIED.flatMap((name) => (record[name] ? [[name, record[name]]] : []))),
    [debt.paid]: formatDecimal(more),
  };
  const referenced = own.id === related ? { referenced: { related_record: own } } : {};
  const label = `Take ${formatMoney(more)} as an installment${running ? ` in ${running.name}` : ''}`;
  return [{ kind: 'instead', label, write: { kind: 'create', body, ...referenced } }];
}

/** Whether something was paid towards it later, as far as its own amounts tell. */
function hasInstallments({ resource }: LocalMutation, own: RecordRow | undefined): boolean {
  const debt = debtOf(resource);
  const [price, paid, left] = [debt?.price, debt?.paid, debt?.left].map((name) => moneyIn(own, name));
  if (price === undefined || paid === undefined || left === undefined) return false;
  return price - paid !== left;
}

const final = new Set(['money', 'quantity']);

/** Notes, a date, a receipt's number: what an ended month lets change. */
function theRest(asked: LocalMutation, own: RecordRow): ResolutionAction[] {
  const { fields } = formOf(asked.resource, own);
  const names = changedFields(asked, own).filter((name) => !final.has(fields[name]?.kind ?? ''));
  if (names.length === 0) return [];
  const body: Draft = Object.fromEntries(names.map((name) => [name, asked.row.body[name]]));
  return [{ kind: 'instead', label: 'Save the rest without the money', write: { kind: 'update', body } }];
}

/** What to do, beginning with what the first button does. */
function todoIn(name: string, can: Readonly<Record<'deletes' | 'instead' | 'rest', boolean>>): string {
  const undo = 'ask a manager to undo the month in Work History';
  if (can.deletes)
    return `${name} has ended, so its records stay. To delete it all the same, ${undo}, then send this again; or discard this and keep the record.`;
  const final = `${name} has ended, so its money is final.`;
  if (can.instead)
    return `${final} Take the new money as an installment; or, to put that month itself right, ${undo}, then send this again.`;
  if (can.rest)
    return `${final} What is not money can be saved now. To change the money, ${undo}, then send this again.`;
  return `${final} To change it, ${undo}, then send this again.`;
}

/**
 * The month of the record has ended meanwhile (decision 20). Which case is which:
 * - A create is never in this case: it joins the month that runs when it arrives, or waits for the next (18).
 * - A change that records more money for a debt: the new money was taken now, so it is the running month's. It can be sent as an
 *   installment there, and the ended month stays as it is.
 * - Any other change of cash (a mistake that is put right, less money, a salary, an expense) belongs to the ended month itself:
 *   only a manager can open that again, after which the same change is sent once more. What is not cash can be saved at once.
 * - A delete is the same without the last: undo the month and send it again, or discard it and keep the record.
 * Recognised by 409 on the change or delete of a money record whose month, as the server now says, does not run.
 */
export const monthEnded: ProblemType = {
  name: 'month ended',
  is: ({ row, resource }) =>
    row.lastStatus === 409 && row.operation.kind !== 'create' && resource.cash !== undefined,
  looks: (asked) => ({ ...ownTarget(asked), months: true }),
  // An enrolment with installments stays in any month: those come first.
  holds: (asked, ground) =>
    endedMonth(existingRecord(ground.own), ground) !== undefined &&
    !(asked.row.operation.kind === 'delete' && hasInstallments(asked, existingRecord(ground.own))),
  tells: (asked, ground) => {
    const own = existingRecord(ground.own);
    const months = endedMonth(own, ground);
    const name = months?.ended ?? 'Its month';
    const again = { kind: 'again', label: 'Send again' } as const;
    const open: ResolutionAction = { kind: 'go', label: 'Open Work History', path: WORK_HISTORY_PATH };
    const deletes = asked.row.operation.kind === 'delete';
    const names = own ? changedFields(asked, own) : [];
    const instead = own && !deletes ? asInstallment(asked, own, months?.running) : [];
    const rest = own && !deletes ? theRest(asked, own) : [];
    const own_ = own ? (deletes ? mainRows(asked.resource, own) : diffRows(asked.resource, own, names)) : [];
    return {
      title: months?.ended ? `${months.ended} has ended` : 'The month has ended',
      todo: todoIn(name, { deletes, instead: instead.length > 0, rest: rest.length > 0 }),
      sides: [
        ...(deletes ? [] : [localColumn(...diffRows(asked.resource, asked.record, names))]),
        serverColumn(...own_),
      ],
      ways: deletes || !own ? [open, again] : [...instead, ...rest, open, again, { kind: 'edit' }],
    };
  },
};
