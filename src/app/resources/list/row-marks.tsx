import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import Clock from 'lucide-react/icons/clock';
import CornerDownRight from 'lucide-react/icons/corner-down-right';
import DoorOpen from 'lucide-react/icons/door-open';
import UserMinus from 'lucide-react/icons/user-minus';
import { Link } from 'react-router-dom';
import { textOf } from '#app/fields/field-control.ts';
import { departureOf } from '#app/lib/departure.ts';
import { editPath, SYNC_PATH } from '#app/lib/paths.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { requiresUserAction } from '#app/outbox/model/entry.ts';
import { useOutbox } from '#app/reads/use-outbox.ts';
import { useRecord } from '#app/reads/use-records.ts';
import type { ListedRecord, PendingMutation } from '#app/reads/with-pending.ts';
import { displayDay } from '#contract/days.ts';
import type { Resource } from '#contract/define-resource.ts';
import { numberInDigits } from '#contract/digits.ts';
import { settledBy } from '#contract/resources/settler-of.ts';
import { paidBeforeImport } from '#contract/rules/payable.ts';
import { messages } from './texts.en.ts';

function PendingMark({ pending }: { pending: PendingMutation }) {
  const entry = useOutbox().rows.find(({ id }) => id === pending.outboxId);
  if (entry && requiresUserAction(entry)) {
    return (
      <Link to={SYNC_PATH} data-mark="refused">
        <CircleAlert size={14} aria-hidden /> {appMessages.needsYou}
      </Link>
    );
  }
  return (
    <span data-mark="waiting">
      <Clock size={14} aria-hidden />
      {pending.kind === 'delete' ? messages.pendingDelete : appMessages.waitingToBeSent}
    </span>
  );
}

function pendingLabels(resource: Resource, listed: ListedRecord): string[] {
  const { record, pending, pendingMoney, pendingCounts } = listed;
  const cash = resource.cash?.field;
  return [
    ...(pendingMoney && !pending ? [messages.pendingMoney] : []),
    ...(pendingCounts && !pending ? [messages.pendingCopies] : []),
    ...(cash && record.month === null ? [messages.waitsForMonth] : []),
    ...(pending && cash && textOf(record[cash]) === '' ? [messages.pendingAmount] : []),
  ];
}

export function RowMarks({ resource, listed }: { resource: Resource; listed: ListedRecord }) {
  const { record, pending } = listed;
  const settled = settledBy(resource, record);
  const labels = pendingLabels(resource, listed);
  const leftOn = textOf(record.left_on);
  // An enrolment that was left says so in words of its own list.
  const left =
    resource.installment && leftOn !== '' ? messages.leftOn({ day: displayDay(leftOn) }) : undefined;
  const departure = resource.fields.left_on ? departureOf(leftOn) : undefined;
  const isPaidBefore = paidBeforeImport(record);
  if (!pending && !settled && !left && !departure && !isPaidBefore && labels.length === 0) return null;
  return (
    <span data-marks>
      {departure !== undefined && (
        <span data-mark="left">
          <UserMinus size={14} aria-hidden /> {departure}
        </span>
      )}
      {settled && (
        <Link to={editPath(settled.by, settled.id)} data-mark="settled">
          <CircleCheck size={14} aria-hidden />{' '}
          {messages.settledBy({ thing: settled.by.singular.toLowerCase() })}
        </Link>
      )}
      {isPaidBefore && (
        <span data-mark="settled">
          <CircleCheck size={14} aria-hidden /> {messages.paidBeforeImport}
        </span>
      )}
      {left && (
        <span data-mark="left">
          <DoorOpen size={14} aria-hidden /> {left}
        </span>
      )}
      {pending && <PendingMark pending={pending} />}
      {labels.map((label) => (
        <span key={label} data-mark="waiting">
          <Clock size={14} aria-hidden /> {label}
        </span>
      ))}
    </span>
  );
}

interface InstallmentMarkProps {
  readonly resource: Resource;
  readonly row: RecordRow;
}

function PayableLink({ resource, row }: InstallmentMarkProps) {
  const payable = textOf(row.related_record);
  const { record } = useRecord(resource, payable === '' ? undefined : payable);
  const receipt = textOf(record?.receipt_number);
  const installmentReceipt = resource.columns.includes('receipt_number') ? '' : textOf(row.receipt_number);
  const label =
    receipt !== ''
      ? messages.installmentOf({ receipt: numberInDigits(receipt) })
      : installmentReceipt !== ''
        ? messages.installmentReceipt({ receipt: numberInDigits(installmentReceipt) })
        : messages.installment;
  if (payable === '') return <span data-mark="installment">{label}</span>;
  return (
    <Link
      to={editPath(resource, payable)}
      data-mark="installment"
      title={messages.openPayable({ thing: resource.singular.toLowerCase() })}
    >
      <CornerDownRight size={14} aria-hidden />
      {label}
    </Link>
  );
}

export function InstallmentMark({ resource, row }: InstallmentMarkProps) {
  if (row.is_installment !== true) return null;
  return (
    <span data-marks>
      <PayableLink resource={resource} row={row} />
    </span>
  );
}
