import { Button, chakra, Flex } from '@chakra-ui/react';
import DoorOpen from 'lucide-react/icons/door-open';
import HandCoins from 'lucide-react/icons/hand-coins';
import PackageOpen from 'lucide-react/icons/package-open';
import Pencil from 'lucide-react/icons/pencil';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import Undo from 'lucide-react/icons/undo-2';
import { Link } from 'react-router-dom';
import { cells } from '#app/fields/cells.tsx';
import { textOf } from '#app/fields/field-control.ts';
import { onDay } from '#app/lib/branch-day.ts';
import { addPath, editPath, leavePath, takePaymentPath } from '#app/lib/paths.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { useDeclared, useMayRefer, useTakesInstallments } from '#app/reads/capabilities.ts';
import { goneBackOf, hasLeft, isLeavable, useGoesBack } from '#app/reads/paid-back.ts';
import { useIsPendingRecord } from '#app/reads/use-outbox.ts';
import { InstallmentMark, RowMarks } from '#app/resources/list/row-marks.tsx';
import { TypedText } from '#app/ui/typed-text.tsx';
import { labelOf } from '#contract/choices.ts';
import { debtOf, fieldOf, type Resource } from '#contract/define-resource.ts';
import type { Field } from '#contract/fields.ts';
import { formatKnownMoney, formatMoney, readPiastres } from '#contract/money.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { paidBeforeImport } from '#contract/rules/payable.ts';
import { type Account, hasDebt } from './account.ts';
import { isPayout } from './student-kinds.ts';
import { useDebtOfStudent } from './student-notes.tsx';
import { messages } from './texts.en.ts';
import { editState, titleOf } from './timeline.tsx';

function LoweredPrices({ account: { resource, record } }: { readonly account: Account }) {
  const { read } = useDebtOfStudent(textOf(record.student));
  const lowered = read?.data.lowered_prices?.filter(
    (one) => one.resource === resource.name && one.record === record.id,
  );
  if (!lowered?.length) return null;
  return (
    <chakra.ul listStyleType="none" fontSize="sm" color="waiting.fg" paddingBlock="1">
      {lowered.map(({ from, to, by, approved_by, at }) => (
        <li key={at}>
          {messages.priceLowered({
            from: formatKnownMoney(readPiastres(from)),
            to: formatKnownMoney(readPiastres(to)),
          })}{' '}
          <TypedText>{by}</TypedText>
          {approved_by && (
            <>
              , {messages.approvedBy} <TypedText>{approved_by}</TypedText>
            </>
          )}
          , {onDay(at)}
        </li>
      ))}
    </chakra.ul>
  );
}

const refund = resourceOf('refund');

interface PlanLinkProps {
  readonly account: Account;
  readonly returnPath: string;
}

function PlanLink({ account, returnPath }: PlanLinkProps) {
  const { resource, record } = account;
  const student = textOf(record.student);
  const { isKept, read } = useDebtOfStudent(student);
  const isPending = useIsPendingRecord(record.id);
  if (!isKept || isPayout(resource) || isPending || !hasDebt(account)) return null;
  const plan = resourceOf('plan');
  const known = read?.data.plans.find(({ enrolment }) => enrolment === record.id);
  return (
    <Button asChild variant="outline" colorPalette="neutral">
      <Link
        to={known ? editPath(plan, known.id) : addPath(plan)}
        state={{ student, resource: resource.name, related: record.id, fallback: returnPath }}
        aria-label={messages.planFor({ title: resource.titleOf(record) })}
      >
        {messages.plan}
      </Link>
    </Button>
  );
}

const DETAIL_KINDS: readonly Field['kind'][] = ['text', 'choice', 'quantity', 'timestamp'];

function detailsOf({ resource, record }: Account) {
  return resource.columns.flatMap((name) => {
    const field = fieldOf(resource, name);
    const shown = field && DETAIL_KINDS.includes(field.kind) && textOf(record[name]) !== '';
    const label = field?.label ?? '';
    // "Level 11" already contains its label.
    const containsLabel = labelOf(field?.choices ?? [], textOf(record[name])).startsWith(label);
    return shown ? [{ name, field, label, containsLabel }] : [];
  });
}

function Amount({ resource, record, name }: { name: string } & Pick<Account, 'resource' | 'record'>) {
  const field = fieldOf(resource, name);
  if (!field || textOf(record[name]) === '') return null;
  const Cell = cells[field.kind];
  return (
    <span data-amount>
      <small>{field.label}</small>
      <Cell name={name} field={field} row={record} />
    </span>
  );
}

const amountName = (resource: Resource, { is_installment }: Account['record']) =>
  (is_installment === true ? undefined : debtOf(resource)?.left) ?? resource.cash?.field ?? '';

const actionsStyle = {
  width: { base: 'full', md: 'auto' },
  marginInlineStart: { md: 'auto' },
  css: {
    '& > a': { flexGrow: { base: 1, md: 0 }, paddingInline: { base: '2', md: '4' } },
    '& > a > svg': { hideBelow: 'sm' },
    // The last icon has its room beyond the edge of the texts.
    paddingInlineEnd: '3',
    '& > [data-actions]': { marginInlineEnd: '-3' },
  },
} as const;

function AccountFooter({ account, returnPath }: { account: Account; returnPath: string }) {
  const { resource, record, paid } = account;
  const price = readPiastres(record[debtOf(resource)?.price ?? '']);
  const takesInstallments = useTakesInstallments()(resource);
  const mayRefer = useMayRefer();
  const isPayable =
    takesInstallments && hasDebt(account) && textOf(record.student) !== '' && mayRefer(record.id);
  const title = resource.titleOf(record);
  const knows = useGoesBack();
  const sums = knows && account.isCounted ? goneBackOf(resource, record) : undefined;
  const paysBack = sums !== undefined && sums.netPaid > 0n;
  const leaves = sums !== undefined && isLeavable(resource) && !hasLeft(record);
  const isPending = useIsPendingRecord(record.id);
  const returns = (sums?.copies?.out ?? 0n) > 0n && !isPending;
  const renews =
    useDeclared('renewals') &&
    textOf(record.ends_on) !== '' &&
    !hasLeft(record) &&
    record.is_installment !== true &&
    !isPending;
  return (
    <Flex data-foot wrap="wrap" columnGap="4" rowGap="1" paddingBlock="1">
      {!paidBeforeImport(record) && (
        <dl>
          {price !== undefined && (
            <div>
              <dt>{appMessages.price}</dt>
              <dd dir="ltr">{formatMoney(price)}</dd>
            </div>
          )}
          <div>
            <dt>{messages.paid}</dt>
            <dd dir="ltr">{formatKnownMoney(paid)}</dd>
          </div>
        </dl>
      )}
      <Flex {...actionsStyle} align="center" gap="1" wrap="wrap" justify="flex-end">
        {isPayable && (
          <Button asChild variant="outline">
            <Link
              to={takePaymentPath(textOf(record.student), [resource.name, record.id])}
              aria-label={messages.takePaymentFor({ title })}
            >
              <HandCoins size={18} aria-hidden /> {appMessages.takePayment}
            </Link>
          </Button>
        )}
        <PlanLink account={account} returnPath={returnPath} />
        <div data-actions>
          {paysBack && (
            <Link
              to={addPath(refund)}
              state={{ resource: resource.name, related: record.id, fallback: returnPath }}
              aria-label={messages.refundOf({ title })}
              title={refund.singular}
            >
              <Undo size={18} aria-hidden />
            </Link>
          )}
          {leaves && (
            <Link
              to={leavePath(resource, record.id)}
              state={{ fallback: returnPath }}
              aria-label={messages.leavesAccount({ title })}
              title={appMessages.leavesCourse}
            >
              <DoorOpen size={18} aria-hidden />
            </Link>
          )}
          {returns && (
            <Link
              to={leavePath(resource, record.id)}
              state={{ fallback: returnPath }}
              aria-label={messages.returnsAccount({ title })}
              title={appMessages.returnsBooks}
            >
              <PackageOpen size={18} aria-hidden />
            </Link>
          )}
          {renews && (
            <Link
              to={addPath(resource)}
              state={{ student: textOf(record.student), renews: record.id, fallback: returnPath }}
              aria-label={messages.renewAccount({ title })}
              title={messages.renewAccount({ title })}
            >
              <RefreshCw size={18} aria-hidden />
            </Link>
          )}
          <Link
            to={editPath(resource, record.id)}
            state={editState(account, returnPath)}
            aria-label={messages.editAccount({ title })}
            title={appMessages.edit}
          >
            <Pencil size={18} aria-hidden />
          </Link>
        </div>
      </Flex>
    </Flex>
  );
}

interface AccountCardProps {
  readonly account: Account;
  readonly returnPath: string;
  readonly highlightedId: string | undefined;
}

export function AccountCard({ account, returnPath, highlightedId }: AccountCardProps) {
  const { resource, record, pending } = account;
  const notes = textOf(record.notes);
  return (
    <li
      data-fresh={record.id === highlightedId || undefined}
      data-leaving={pending?.kind === 'delete' || undefined}
    >
      <div data-head>
        <div>
          <chakra.h3 data-title dir="auto">
            <span data-strike>{titleOf(account)}</span>
          </chakra.h3>
          <InstallmentMark resource={resource} row={record} />
          <RowMarks resource={resource} listed={account} />
        </div>
        <Amount resource={resource} record={record} name={amountName(resource, record)} />
      </div>
      <dl>
        {detailsOf(account).map(({ name, field, label, containsLabel }) => {
          const Cell = cells[field.kind];
          return (
            <div key={name}>
              <dt data-named={containsLabel || undefined}>{label}</dt>
              <dd>
                <Cell name={name} field={field} row={record} />
              </dd>
            </div>
          );
        })}
      </dl>
      {notes !== '' && (
        <chakra.p whiteSpace="pre-wrap" overflowWrap="anywhere">
          <TypedText>{notes}</TypedText>
        </chakra.p>
      )}
      <LoweredPrices account={account} />
      <AccountFooter account={account} returnPath={returnPath} />
    </li>
  );
}
