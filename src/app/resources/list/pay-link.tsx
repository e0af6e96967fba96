import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { messages as appMessages } from '#app/lib/messages.ts';
import { INSTALLMENT_PATH } from '#app/lib/paths.ts';
import type { ListedRecord } from '#app/reads/use-records.ts';
import { useTakesInstallments } from '#app/reads/use-takes-installments.ts';
import type { Resource } from '#contract/define-resource.ts';
import { formatMoney, readPiastres } from '#contract/money.ts';
import { messages } from './messages.ts';

interface PayLinkProps {
  readonly resource: Resource;
  readonly listed: ListedRecord;
  /** Name of the field with the remaining amount. */
  readonly debtField: string;
  readonly children: ReactNode;
}

/** Links a debt to the form of its installment. Renders the plain amount without a debt. */
export function PayLink({ resource, listed: { record, pending }, debtField, children }: PayLinkProps) {
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
