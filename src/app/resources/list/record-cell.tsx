import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { cells } from '#app/fields/cells.tsx';
import { textOf } from '#app/fields/field-control.ts';
import { INSTALLMENT_PATH, pagePath } from '#app/lib/paths.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { useTakesInstallments } from '#app/reads/capabilities.ts';
import type { ListedRecord } from '#app/reads/with-pending.ts';
import { optionalComponent } from '#app/ui/optional-component.tsx';
import type { Resource } from '#contract/define-resource.ts';
import { formatMoney, readPiastres } from '#contract/money.ts';
import { paidSoFar } from '#contract/rules/payable.ts';
import { type Column, RECORDED_BY } from './columns.ts';
import { InstallmentMark } from './installment-mark.tsx';
import { filteredPath } from './list-state.ts';
import { ReceiptLink } from './receipt-link.tsx';
import { RowMarks } from './row-marks.tsx';
import type { NamedField } from './row-summary.ts';
import { messages } from './texts.en.ts';

interface PayLinkProps {
  readonly resource: Resource;
  readonly listed: ListedRecord;
  /** Name of the field with the remaining amount. */
  readonly debtField: string;
  readonly children: ReactNode;
}

/** Links a debt to the form of its installment. Renders the plain amount without a debt. */
function PayLink({ resource, listed: { record, pending }, debtField, children }: PayLinkProps) {
  const amount = readPiastres(record[debtField]);
  const takesInstallments = useTakesInstallments()(resource);
  if (!takesInstallments || amount === undefined || amount <= 0n || pending?.kind === 'delete')
    return children;
  const label = messages.createInstallmentFor({
    amount: formatMoney(amount),
    title: resource.titleOf(record),
  });
  return (
    <Link
      data-pay
      to={INSTALLMENT_PATH}
      state={{ resource: resource.name, fallback: resource.screens.list, related: record.id }}
      aria-label={label}
      title={appMessages.createInstallment}
    >
      {children}
    </Link>
  );
}

const TakenBy = optionalComponent(async () => (await import('./taken-by.tsx')).TakenBy);

const RECEIPT = 'receipt_number';
const PAID = 'paid_amount';

/** Tells whether installments are marked at their receipt; else in place of what remains, which they lack. */
const marksReceipt = ({ columns }: Resource) => columns.includes(RECEIPT);

/** Renders what was paid so far, below the first payment, where installments were paid as well. */
function PaidSoFar({ resource, record }: { readonly resource: Resource; readonly record: RecordRow }) {
  const soFar = paidSoFar(resource, record);
  if (soFar === undefined || soFar === readPiastres(record[PAID])) return null;
  // On a narrow column the words stand above the amount, which never breaks.
  const amount = formatMoney(soFar).replaceAll(' ', '\u00a0');
  return <small data-so-far>{messages.paidSoFar({ amount })}</small>;
}

interface FieldCellProps {
  readonly resource: Resource;
  readonly listed: ListedRecord;
  readonly named: NamedField;
  /** Whether the field identifies the row. */
  readonly isTitle?: boolean;
}

/**
 * Renders one field of a row with its link. A debt links to the form of its installment, what was paid opens its receipt, a name links to the
 * page of its record, any other reference to this list filtered by it.
 */
export function FieldCell({ resource, listed, named: { name, field }, isTitle }: FieldCellProps) {
  if (name === RECORDED_BY) return <TakenBy row={listed.record} />;
  const Cell = cells[field.kind];
  const cell = <Cell name={name} field={field} row={listed.record} />;
  const path = isTitle || field.refersTo ? pagePath(resource, listed.record, name) : undefined;
  if (path !== undefined) {
    return (
      <Link data-page to={path}>
        {cell}
      </Link>
    );
  }
  if (field.refersTo && textOf(listed.record[name]) !== '') {
    return (
      <Link
        data-page
        to={filteredPath(resource, name, textOf(listed.record[name]))}
        title={messages.filterByThis}
      >
        {cell}
      </Link>
    );
  }
  if (name === PAID)
    return (
      <>
        <ReceiptLink resource={resource} listed={listed} otherwise={cell}>
          {cell}
        </ReceiptLink>
        <PaidSoFar resource={resource} record={listed.record} />
      </>
    );
  if (!field.balance) return cell;
  if (listed.record.is_installment === true)
    return marksReceipt(resource) ? null : <InstallmentMark resource={resource} row={listed.record} />;
  return (
    <PayLink resource={resource} listed={listed} debtField={name}>
      {cell}
    </PayLink>
  );
}

interface RecordCellProps {
  readonly resource: Resource;
  readonly column: Column;
  readonly listed: ListedRecord;
  /** Whether this column identifies the row and carries its marks. */
  readonly isTitle: boolean;
}

/** Renders one table cell: a field, or the fields that share the column in lines. */
export function RecordCell({ resource, column, listed, isTitle }: RecordCellProps) {
  return (
    <td data-kind={column.kind} data-title={isTitle || undefined} data-strike>
      {column.lines.map((line) => (
        <span key={line[0]?.name} data-line={line[0]?.field.kind}>
          {line.map((named) => {
            const isOwnTitle = isTitle && named.name === column.key;
            const cell = <FieldCell key={named.name} {...{ resource, listed, named }} isTitle={isOwnTitle} />;
            // Only fields that share a line need an element of their own.
            return line.length === 1 ? (
              cell
            ) : (
              <span key={named.name} data-part={named.field.kind}>
                {cell}
              </span>
            );
          })}
        </span>
      ))}
      {column.key === RECEIPT && <InstallmentMark resource={resource} row={listed.record} />}
      {isTitle && <RowMarks resource={resource} listed={listed} />}
    </td>
  );
}
