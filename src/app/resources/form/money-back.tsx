import { Button, chakra, Flex } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import DoorOpen from 'lucide-react/icons/door-open';
import PackageOpen from 'lucide-react/icons/package-open';
import UndoIcon from 'lucide-react/icons/undo-2';
import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { textOf } from '#app/fields/field-control.ts';
import { addPath, leavePath } from '#app/lib/paths.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { paidBackFor } from '#app/outbox/model/given-back.ts';
import { newMutationId } from '#app/outbox/model/ids.ts';
import { save } from '#app/outbox/sender/save.ts';
import {
  goneBackOf,
  hasLeft,
  isLeavable,
  useGoesBack,
  useRefundsOf,
  withdrawalQuery,
} from '#app/reads/paid-back.ts';
import { useIsPendingRecord, useOutbox } from '#app/reads/use-outbox.ts';
import { Callout } from '#app/ui/callout.tsx';
import { ErrorLine } from '#app/ui/error-line.tsx';
import { notify } from '#app/ui/toast/notify.ts';
import { displayDay } from '#contract/days.ts';
import type { Resource } from '#contract/define-resource.ts';
import {
  formatDecimal,
  formatMoney,
  type Piastres,
  parseQuantity,
  readPiastres,
  sum,
  sumIfKnown,
} from '#contract/money.ts';
import { BOOK_RETURN, WITHDRAWAL } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { messages } from './texts.en.ts';

const refund = resourceOf('refund');

interface RecordProps {
  readonly resource: Resource;
  readonly record: RecordRow;
}

interface TakenBack {
  readonly refund: string | undefined;
  readonly refunded: Piastres;
  readonly forgiven: Piastres | undefined;
}

function useWithdrawal({ resource, record }: RecordProps) {
  const isPending = useIsPendingRecord(record.id);
  const enabled = isLeavable(resource) && !isPending;
  return useQuery({ ...withdrawalQuery(resource, record.id), enabled }).data?.data;
}

function useTakenBack({ resource, record }: RecordProps): TakenBack | undefined {
  const data = useWithdrawal({ resource, record });
  const refunds = useRefundsOf(textOf(record.student));
  const sums = goneBackOf(resource, record);
  if (!data || !sums) return undefined;
  const refunded = sumIfKnown([readPiastres(data.refund?.amount) ?? 0n, readPiastres(data.credit) ?? 0n]);
  const others = refunds.filter(
    ({ record: one }) => one.payable === record.id && !one.withdrawal && one.forgive === true,
  );
  const kept = sum(others.map(({ record: one }) => readPiastres(one.amount) ?? 0n));
  const refund = textOf(data.refund?.id) || undefined;
  return refunded === undefined ? undefined : { refund, refunded, forgiven: sums.forgiven - kept };
}

function Undo({ resource, record }: RecordProps) {
  const data = useWithdrawal({ resource, record });
  const isReturn = !isLeavable(resource);
  const takenBack = useTakenBack({ resource, record });
  const [asks, setAsks] = useState(false);
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const names = { resource: resource.name, related_record: record.id };
  const texts = isReturn
    ? { undo: messages.undoReturn, question: messages.undoReturnQuestion, done: messages.returnUndone }
    : { undo: messages.undo, question: messages.undoQuestion, done: messages.undone };
  const waiting = useOutbox().rows.find(
    (entry) => paidBackFor(entry)?.id === record.id && entry.operation.resource !== refund.name,
  );
  if (data?.undoable === false && !waiting) return <p>{messages.undoTooLate}</p>;
  const undo = async () => {
    setSending(true);
    setProblem(undefined);
    const outcome = await save({
      id: newMutationId(),
      resource: isReturn ? BOOK_RETURN : WITHDRAWAL,
      kind: 'delete',
      body: names,
      referenced: { related_record: record },
      ...(takenBack && {
        expected: {
          refunded: formatDecimal(takenBack.refunded),
          refund: takenBack.refund,
          ...(takenBack.forgiven !== undefined && { forgiven: formatDecimal(takenBack.forgiven) }),
        },
      }),
    });
    setSending(false);
    if (outcome.outcome === 'rejected') {
      setProblem(outcome.detail ?? outcome.fields[0]?.message ?? messages.refused);
      await outcome.confirmShown();
      return;
    }
    if (outcome.outcome === 'not-stored') return setProblem(outcome.message);
    setAsks(false);
    notify(outcome.outcome === 'queued' ? appMessages.savedOffline : texts.done);
  };
  const back = takenBack?.refunded ?? 0n;
  return (
    <Flex direction="column" gap="2" align="start" marginBlockStart="2">
      {asks && <p>{back > 0n ? messages.undoTakesBack({ amount: formatMoney(back) }) : texts.question}</p>}
      <Flex gap="2" wrap="wrap">
        <Button
          variant={asks ? 'solid' : 'outline'}
          loading={sending}
          loadingText={texts.undo}
          onClick={() => (asks ? void undo() : setAsks(true))}
        >
          {asks ? messages.undoConfirm : texts.undo}
        </Button>
        {asks && (
          <Button variant="outline" colorPalette="neutral" disabled={sending} onClick={() => setAsks(false)}>
            {appMessages.cancel}
          </Button>
        )}
      </Flex>
      {problem !== undefined && <ErrorLine message={problem} />}
    </Flex>
  );
}

function Left({ resource, record }: RecordProps) {
  const kept = readPiastres(record.kept);
  return (
    <Callout tone="waiting" icon={<DoorOpen size={18} aria-hidden />}>
      <chakra.p fontWeight="semibold">
        {messages.leftOn({ day: displayDay(textOf(record.left_on)) })}
        {kept !== undefined &&
          ` ${kept > 0n ? messages.keptOfPrice({ amount: formatMoney(kept) }) : messages.keptNothing}`}
      </chakra.p>
      <Undo resource={resource} record={record} />
    </Callout>
  );
}

function Returned({ resource, record }: RecordProps) {
  const copies = parseQuantity(textOf(record.returned)) ?? 0n;
  if (copies === 0n) return null;
  return (
    <Callout tone="waiting" icon={<PackageOpen size={18} aria-hidden />}>
      <chakra.p fontWeight="semibold">{messages.copiesReturned({ copies })}</chakra.p>
      <Undo resource={resource} record={record} />
    </Callout>
  );
}

export function MoneyBack({ resource, record }: RecordProps) {
  const knows = useGoesBack();
  const { pathname } = useLocation();
  if (!knows) return null;
  const isInstallment = record.is_installment === true;
  const sums = goneBackOf(resource, record);
  const paidFor = isInstallment ? textOf(record.related_record) : record.id;
  const isPaid = isInstallment ? paidFor !== '' : (sums?.netPaid ?? 0n) > 0n;
  const leaves = !isInstallment && isLeavable(resource) && !hasLeft(record) && sums !== undefined;
  const amount = textOf(record.paid_amount);
  return (
    <Flex direction="column" gap="3" maxWidth="form" marginBlockStart="4">
      {!isInstallment && hasLeft(record) && <Left resource={resource} record={record} />}
      {!isInstallment && <Returned resource={resource} record={record} />}
      <Flex gap="3" wrap="wrap">
        {isPaid && (
          <Button asChild variant="outline" colorPalette="neutral">
            <Link
              to={addPath(refund)}
              state={{
                resource: resource.name,
                related: paidFor,
                fallback: pathname,
                ...(isInstallment && amount !== '' && { amount }),
              }}
            >
              <UndoIcon size={18} aria-hidden /> {refund.singular}
            </Link>
          </Button>
        )}
        {!isInstallment && (sums?.copies?.out ?? 0n) > 0n && (
          <Button asChild variant="outline" colorPalette="neutral">
            <Link to={leavePath(resource, record.id)} state={{ fallback: pathname }}>
              <PackageOpen size={18} aria-hidden /> {appMessages.returnsBooks}
            </Link>
          </Button>
        )}
        {leaves && (
          <Button asChild variant="outline" colorPalette="neutral">
            <Link to={leavePath(resource, record.id)} state={{ fallback: pathname }}>
              <DoorOpen size={18} aria-hidden /> {appMessages.leavesCourse}
            </Link>
          </Button>
        )}
        {leaves && (
          <Button asChild variant="outline" colorPalette="neutral">
            <Link to={leavePath(resource, record.id)} state={{ fallback: pathname, moves: true }}>
              {appMessages.movesCourse}
            </Link>
          </Button>
        )}
      </Flex>
    </Flex>
  );
}
