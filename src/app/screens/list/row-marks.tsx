import CircleAlert from 'lucide-react/icons/circle-alert';
import Clock from 'lucide-react/icons/clock';
import CornerDownRight from 'lucide-react/icons/corner-down-right';
import { Link } from 'react-router-dom';
import type { RecordRow } from '#app/data/record-row.ts';
import { needsPerson } from '#app/outbox/outbox-row.ts';
import { useOutbox } from '#app/outbox/use-outbox.ts';
import { type ListedRecord, type Pending, useRecord } from '#app/outbox/use-records.ts';
import { textOf } from '#app/widgets/widget.ts';
import type { Resource } from '#contract/define-resource.ts';
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

/** What sets a row apart: an installment of another record, a change that is not on the server yet. */
export function RowMarks({ resource, listed }: { resource: Resource; listed: ListedRecord }) {
  const { record, pending } = listed;
  const installment = record.is_installment === true;
  if (!pending && !installment && !listed.pendingMoney) return null;
  return (
    <span data-marks>
      {installment && <InstallmentMark resource={resource} row={record} />}
      {pending && <PendingMark pending={pending} />}
      {listed.pendingMoney && !pending && (
        <span data-mark="waiting">
          <Clock size={14} aria-hidden /> Counts money not sent yet
        </span>
      )}
    </span>
  );
}
