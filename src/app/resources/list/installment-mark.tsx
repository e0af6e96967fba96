import CornerDownRight from 'lucide-react/icons/corner-down-right';
import { Link } from 'react-router-dom';
import { textOf } from '#app/fields/field-control.ts';
import { editPath } from '#app/lib/paths.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { useRecord } from '#app/reads/use-records.ts';
import type { Resource } from '#contract/define-resource.ts';
import { messages } from './messages.ts';

interface InstallmentMarkProps {
  readonly resource: Resource;
  readonly row: RecordRow;
}

/** Links an installment to its enrolment. */
function EnrolmentLink({ resource, row }: InstallmentMarkProps) {
  const enrolment = textOf(row.related_record);
  const { record } = useRecord(resource, enrolment === '' ? undefined : enrolment);
  const receipt = textOf(record?.receipt_number);
  if (enrolment === '') return <span data-mark="installment">{messages.installment}</span>;
  return (
    <Link to={editPath(resource, enrolment)} data-mark="installment" title={messages.openEnrolment}>
      <CornerDownRight size={14} aria-hidden />
      {receipt === '' ? messages.installment : messages.installmentOf({ receipt })}
    </Link>
  );
}

/**
 * Marks an installment, which has neither price nor remaining amount. Renders nothing for other records.
 */
export function InstallmentMark({ resource, row }: InstallmentMarkProps) {
  if (row.is_installment !== true) return null;
  return (
    <span data-marks>
      <EnrolmentLink resource={resource} row={row} />
    </span>
  );
}
