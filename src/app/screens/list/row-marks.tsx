import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import Clock from 'lucide-react/icons/clock';
import CornerDownRight from 'lucide-react/icons/corner-down-right';
import { Link } from 'react-router-dom';
import type { RecordRow } from '#app/data/record-row.ts';
import { needsPerson } from '#app/outbox/outbox-row.ts';
import { useOutbox } from '#app/outbox/use-outbox.ts';
import { type ListedRecord, type Pending, useRecord } from '#app/outbox/use-records.ts';
import { textOf } from '#app/widgets/widget.ts';
import type { Resource } from '#contract/define-resource.ts';
import { settledBy } from '#contract/resources/settler-of.ts';
import { editPath, SYNC_PATH } from '../paths.ts';

function PendingMark({ pending }: { pending: Pending }) {
  const row = useOutbox().rows.find(({ id }) => id === pending.outboxId);
  if (row && needsPerson(row)) {
    return (
      <Link to={SYNC_PATH} data-mark="refused">
        <CircleAlert size={14} aria-hidden /> Needs you
      </Link>
    );
  }
  return (
    <span data-mark="waiting">
      <Clock size={14} aria-hidden />
      {pending.kind === 'delete' ? 'Waiting to be deleted' : 'Waiting to be sent'}
    </span>
  );
}

function InstallmentMark({ resource, row }: { resource: Resource; row: RecordRow }) {
  const enrolment = textOf(row.related_record);
  const { record } = useRecord(resource, enrolment === '' ? undefined : enrolment);
  const receipt = textOf(record?.receipt_number);
  if (enrolment === '') return <span data-mark="installment">Installment</span>;
  return (
    <Link to={editPath(resource, enrolment)} data-mark="installment" title="Open the enrolment">
      <CornerDownRight size={14} aria-hidden />
      {receipt === '' ? 'Installment' : `Installment of ${receipt}`}
    </Link>
  );
}

/** What a row shows that the server has not confirmed, or what it can't show before the server has it. */
function waitingWords(resource: Resource, listed: ListedRecord): string[] {
  const { record, pending, pendingMoney, pendingCounts } = listed;
  const cash = resource.cash?.field;
  return [
    ...(pendingMoney && !pending ? ['Counts money not sent yet'] : []),
    ...(pendingCounts && !pending ? ['Counts copies not sent yet'] : []),
    ...(pending && cash && textOf(record[cash]) === '' ? ['The server works out the amount'] : []),
  ];
}

/** What sets a row apart: an installment of another record, what has settled it, a change that is not on the server yet. */
export function RowMarks({ resource, listed }: { resource: Resource; listed: ListedRecord }) {
  const { record, pending } = listed;
  const installment = record.is_installment === true;
  const settled = settledBy(resource, record);
  const words = waitingWords(resource, listed);
  if (!pending && !installment && !settled && words.length === 0) return null;
  return (
    <span data-marks>
      {installment && <InstallmentMark resource={resource} row={record} />}
      {settled && (
        <Link to={editPath(settled.by, settled.id)} data-mark="settled">
          <CircleCheck size={14} aria-hidden /> Settled by a {settled.by.one.toLowerCase()}
        </Link>
      )}
      {pending && <PendingMark pending={pending} />}
      {words.map((said) => (
        <span key={said} data-mark="waiting">
          <Clock size={14} aria-hidden /> {said}
        </span>
      ))}
    </span>
  );
}
