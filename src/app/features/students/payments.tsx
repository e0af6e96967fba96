import Printer from 'lucide-react/icons/printer';
import { Link } from 'react-router-dom';
import { effectiveDayOf } from '#app/cache/filter-and-sort.ts';
import { textOf } from '#app/fields/field-control.ts';
import { editPath } from '#app/lib/paths.ts';
import { receiptResource } from '#app/printing/has-receipt.ts';
import { ReceiptButton } from '#app/printing/receipt-button.tsx';
import { RefundButton } from '#app/printing/refund-button.tsx';
import type { RecordOfKind } from '#app/reads/use-records.ts';
import { RowMarks } from '#app/resources/list/row-marks.tsx';
import { TypedText } from '#app/ui/typed-text.tsx';
import { displayDay } from '#contract/days.ts';
import { numberInDigits } from '#contract/digits.ts';
import { formatKnownMoney, formatMoney, readPiastres } from '#contract/money.ts';
import type { Account } from './account.ts';
import studentStyles from './student.module.css';
import { messages } from './texts.en.ts';

const amountOf = ({ resource, record }: RecordOfKind) => readPiastres(record[resource.cash?.field ?? '']);

const dayOf = ({ record }: RecordOfKind) => displayDay(effectiveDayOf(record));

export const editState = ({ pending }: RecordOfKind, returnPath: string) => ({
  fallback: returnPath,
  ...(pending?.state === 'rejected' && { takeBack: pending.outboxId }),
});

function PaymentReceipt({ row: { resource, record } }: { readonly row: RecordOfKind }) {
  const name = receiptResource(resource, record);
  if (!name) return null;
  const label = messages.receiptOf({ title: resource.titleOf(record) });
  return (
    <ReceiptButton
      subject={{ resource: name, id: record.id }}
      variant="ghost"
      minWidth="11"
      minHeight="11"
      padding="0"
      aria-label={label}
      title={label}
    >
      <Printer size={18} aria-hidden />
    </ReceiptButton>
  );
}

function Installment({
  row,
  returnPath,
  highlighted,
}: {
  row: RecordOfKind;
  returnPath: string;
  highlighted: boolean;
}) {
  const { resource, record, pending } = row;
  const receipt = textOf(record.receipt_number);
  const notes = textOf(record.notes);
  return (
    <li data-fresh={highlighted || undefined} data-leaving={pending?.kind === 'delete' || undefined}>
      <div>
        <Link
          data-record
          to={editPath(resource, record.id)}
          state={editState(row, returnPath)}
          title={messages.editInstallment}
        >
          <strong>
            <span data-strike>{resource.installment?.singular}</span>
          </strong>
          <small>
            {messages.receiptPrefix}
            <bdi>{numberInDigits(receipt)}</bdi> · {dayOf(row)}
          </small>
        </Link>
        {notes !== '' && (
          <p>
            <TypedText>{notes}</TypedText>
          </p>
        )}
        <RowMarks resource={resource} listed={row} />
      </div>
      <span data-paid dir="ltr">
        {formatKnownMoney(amountOf(row))}
      </span>
      <PaymentReceipt row={row} />
    </li>
  );
}

interface PaymentsProps {
  readonly account: Account;
  readonly returnPath: string;
  readonly highlightedId: string | undefined;
}

function Refund({ row, returnPath, highlighted }: Parameters<typeof Installment>[0]) {
  const { resource, record, pending } = row;
  const receipt = textOf(record.receipt_number);
  const reason = textOf(record.reason);
  const title = resource.titleOf(record);
  return (
    <li data-fresh={highlighted || undefined} data-leaving={pending?.kind === 'delete' || undefined}>
      <div>
        <Link data-record to={editPath(resource, record.id)} state={editState(row, returnPath)}>
          <strong>
            <span data-strike>{resource.singular}</span>
          </strong>
          <small>
            {receipt !== '' && (
              <>
                {messages.receiptPrefix}
                <bdi>{numberInDigits(receipt)}</bdi> ·{' '}
              </>
            )}
            {dayOf(row)}
          </small>
        </Link>
        {reason !== '' && (
          <p>
            <TypedText>{reason}</TypedText>
          </p>
        )}
        <RowMarks resource={resource} listed={row} />
      </div>
      <span data-paid dir="ltr">
        −{formatKnownMoney(amountOf(row))}
      </span>
      <RefundButton
        id={record.id}
        variant="ghost"
        minWidth="11"
        minHeight="11"
        padding="0"
        aria-label={messages.receiptOf({ title })}
        title={messages.receiptOf({ title })}
      >
        <Printer size={18} aria-hidden />
      </RefundButton>
    </li>
  );
}

export function Payments({ account, returnPath, highlightedId }: PaymentsProps) {
  const { payments, refunds, record } = account;
  const initialPayment = record.is_installment === true ? 0n : amountOf(account);
  if (!initialPayment && payments.length === 0 && refunds.length === 0) return null;
  return (
    <ul className={studentStyles.payments} aria-label={messages.payments}>
      {initialPayment !== undefined && initialPayment > 0n && (
        <li>
          <span>
            <strong>{messages.paidAtStart}</strong> <small>{dayOf(account)}</small>
          </span>
          <span data-paid dir="ltr">
            {formatMoney(initialPayment)}
          </span>
          <PaymentReceipt row={account} />
        </li>
      )}
      {payments.map((row) => (
        <Installment
          key={row.record.id}
          row={row}
          returnPath={returnPath}
          highlighted={row.record.id === highlightedId}
        />
      ))}
      {refunds.map((row) => (
        <Refund
          key={row.record.id}
          row={row}
          returnPath={returnPath}
          highlighted={row.record.id === highlightedId}
        />
      ))}
    </ul>
  );
}
