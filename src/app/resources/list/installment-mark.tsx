import CornerDownRight from 'lucide-react/icons/corner-down-right';
import { Link } from 'react-router-dom';
import { textOf } from '#app/fields/field-control.ts';
import { editPath } from '#app/lib/paths.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { useRecord } from '#app/reads/use-records.ts';
import type { Resource } from '#contract/define-resource.ts';
import { messages } from './texts.en.ts';

interface InstallmentMarkProps {
  readonly resource: Resource;
  readonly row: RecordRow;
}

/** Links an installment to what it pays for, named by its receipt; else it names its own. */
function PayableLink({ resource, row }: InstallmentMarkProps) {
  const payable = textOf(row.related_record);
  const { record } = useRecord(resource, payable === '' ? undefined : payable);
  const receipt = textOf(record?.receipt_number);
  const own = resource.columns.includes('receipt_number') ? '' : textOf(row.receipt_number);
  const label =
    receipt !== ''
      ? messages.installmentOf({ receipt })
      : own !== ''
        ? messages.installmentReceipt({ receipt: own })
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

/**
 * Marks an installment, which has neither price nor remaining amount. Renders nothing for other records.
 */
export function InstallmentMark({ resource, row }: InstallmentMarkProps) {
  if (row.is_installment !== true) return null;
  return (
    <span data-marks>
      <PayableLink resource={resource} row={row} />
    </span>
  );
}
