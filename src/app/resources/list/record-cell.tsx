import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { cells } from '#app/fields/cells.tsx';
import { textOf } from '#app/fields/field-control.ts';
import { INSTALLMENT_PATH, pagePath } from '#app/lib/paths.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { usePaymentMethods } from '#app/reads/branch-lists.ts';
import { useMayRefer, useTakesInstallments } from '#app/reads/capabilities.ts';
import { usePeople } from '#app/reads/people.ts';
import type { ListedRecord } from '#app/reads/with-pending.ts';
import { TypedText } from '#app/ui/typed-text.tsx';
import type { Resource } from '#contract/define-resource.ts';
import { formatMoney, readPiastres } from '#contract/money.ts';
import { CASH } from '#contract/payment-methods.ts';
import { paidSoFar } from '#contract/rules/payable.ts';
import { AccountLine } from './account-line.tsx';
import { type Column, type NamedField, RECORDED_BY } from './columns.ts';
import { filteredPath } from './list-state.ts';
import { InstallmentMark, RowMarks } from './row-marks.tsx';
import { ReceiptButton } from './rows.tsx';
import { messages } from './texts.en.ts';

interface PayLinkProps {
  readonly resource: Resource;
  readonly listed: ListedRecord;
  readonly debtField: string;
  readonly children: ReactNode;
}

function PayLink({ resource, listed: { record, pending }, debtField, children }: PayLinkProps) {
  const amount = readPiastres(record[debtField]);
  const takesInstallments = useTakesInstallments()(resource);
  const mayRefer = useMayRefer();
  const isPayable = takesInstallments && amount !== undefined && amount > 0n && pending?.kind !== 'delete';
  if (!isPayable || !mayRefer(record.id)) return children;
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

function TakenBy({ row }: { readonly row: RecordRow }) {
  const name = usePeople().get(textOf(row[RECORDED_BY]));
  return name === undefined ? null : <TypedText>{name}</TypedText>;
}

const RECEIPT = 'receipt_number';
const PAID = 'paid_amount';

const marksReceipt = ({ columns }: Resource) => columns.includes(RECEIPT);

function PaidSoFar({ resource, record }: { readonly resource: Resource; readonly record: RecordRow }) {
  const soFar = paidSoFar(resource, record);
  if (soFar === undefined || soFar === readPiastres(record[PAID])) return null;
  // On a narrow column the words stand above the amount, which never breaks.
  const amount = formatMoney(soFar).replaceAll(' ', '\u00a0');
  return <small data-so-far>{messages.paidSoFar({ amount })}</small>;
}

function Refunded({ record }: { readonly record: RecordRow }) {
  const refunded = readPiastres(record.refunded) ?? 0n;
  if (refunded === 0n) return null;
  return (
    <small data-so-far>
      {messages.refunded({ amount: formatMoney(refunded).replaceAll(' ', '\u00a0') })}
    </small>
  );
}

function PaidBy({ record }: { readonly record: RecordRow }) {
  const { nameOf } = usePaymentMethods();
  const method = textOf(record.payment_method) || CASH;
  return method === CASH ? null : <small data-so-far>{messages.paidBy({ method: nameOf(method) })}</small>;
}

interface OfRecordProps {
  readonly resource: Resource;
  readonly record: RecordRow;
}

const namedEntry = ({ resource, record }: OfRecordProps) =>
  Object.entries(resource.fields).find(([name, { list }]) => list && textOf(record[name]) !== '');

function ListedLine({ resource, record }: OfRecordProps) {
  const [name, field] = namedEntry({ resource, record }) ?? [];
  if (name === undefined || !field || resource.cash?.discount) return null;
  return (
    <small data-so-far>
      <cells.listed name={name} field={field} row={record} />
    </small>
  );
}

function DiscountLine({ resource, record }: OfRecordProps) {
  const amount = readPiastres(record[resource.cash?.discount?.amount ?? '']) ?? 0n;
  const [name, field] = namedEntry({ resource, record }) ?? [];
  if (amount <= 0n || name === undefined || !field) return null;
  return (
    <small data-so-far>
      <bdi>{messages.discountOf({ amount: formatMoney(amount).replaceAll(' ', '\u00a0') })}</bdi>{' '}
      <cells.listed name={name} field={field} row={record} />
    </small>
  );
}

interface FieldCellProps {
  readonly resource: Resource;
  readonly listed: ListedRecord;
  readonly named: NamedField;
  readonly isTitle?: boolean;
}

export function FieldCell({ resource, listed, named: { name, field }, isTitle }: FieldCellProps) {
  const { record } = listed;
  if (name === RECORDED_BY) return <TakenBy row={record} />;
  const Cell = cells[field.kind];
  const cell = <Cell name={name} field={field} row={record} />;
  const page = isTitle || field.refersTo ? pagePath(resource, record, name) : undefined;
  if (page !== undefined || (field.refersTo && textOf(record[name]) !== '')) {
    return (
      <Link
        data-page
        data-opens={(isTitle && resource.screens.page) || undefined}
        to={page ?? filteredPath(resource, name, textOf(record[name]))}
        title={page === undefined ? messages.filterByThis : undefined}
      >
        {cell}
      </Link>
    );
  }
  if (name === PAID)
    return (
      <>
        <ReceiptButton resource={resource} listed={listed} otherwise={cell}>
          {cell}
        </ReceiptButton>
        <PaidBy record={record} />
        <PaidSoFar resource={resource} record={record} />
        <Refunded record={record} />
      </>
    );
  if (name === resource.cash?.field)
    return (
      <>
        <ReceiptButton resource={resource} listed={listed} otherwise={cell}>
          {cell}
        </ReceiptButton>
        <PaidBy record={record} />
      </>
    );
  if (name === resource.cash?.owed)
    return (
      <>
        {cell}
        <DiscountLine resource={resource} record={record} />
      </>
    );
  if (!field.balance) return cell;
  if (record.is_installment === true)
    return marksReceipt(resource) ? null : <InstallmentMark resource={resource} row={record} />;
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
}

export function RecordCell({ resource, column: { key, kind, lines, isTitle }, listed }: RecordCellProps) {
  const cellOf = (named: NamedField) => (
    <FieldCell {...{ resource, listed, named }} isTitle={isTitle && named.name === key} />
  );
  return (
    <td data-kind={kind} data-title={isTitle || undefined} data-strike>
      {lines.map(([first, ...more]) => (
        <span key={first.name} data-line={first.field.kind}>
          {/* Only fields that share a line need an element of their own. */}
          {more.length === 0
            ? cellOf(first)
            : [first, ...more].map((named) => (
                <span key={named.name} data-part={named.field.kind}>
                  {cellOf(named)}
                </span>
              ))}
        </span>
      ))}
      {key === RECEIPT && <InstallmentMark resource={resource} row={listed.record} />}
      {isTitle && resource.screens.page && <AccountLine id={listed.record.id} />}
      {isTitle && <ListedLine resource={resource} record={listed.record} />}
      {isTitle && <RowMarks resource={resource} listed={listed} />}
    </td>
  );
}
