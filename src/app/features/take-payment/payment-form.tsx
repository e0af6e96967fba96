import { Button, chakra, Flex, Grid } from '@chakra-ui/react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { textOf } from '#app/fields/field-control.ts';
import { newMutationId } from '#app/outbox/model/ids.ts';
import type { Mutation, MutationOutcome } from '#app/outbox/model/mutation.ts';
import { LeaveGuard } from '#app/resources/form/leave-guard.tsx';
import type { DraftControl } from '#app/resources/form/use-draft.ts';
import { ErrorLine } from '#app/ui/error-line.tsx';
import type { FieldProblem } from '#contract/errors.ts';
import { formatMoney, sum } from '#contract/money.ts';
import { AmountInput } from './amount-input.tsx';
import { type Basket, emptyBasket, layOut } from './basket.ts';
import { DebtLine } from './debt-line.tsx';
import { messages } from './messages.ts';
import type { Saved } from './payment-outcome.tsx';
import { ReceiptInput } from './receipt-input.tsx';
import { reopenedBasket } from './reopened-basket.ts';
import { type Payment, type Received, saveOneByOne, saveTogether } from './submit-payment.ts';
import type { FamilyDebts } from './use-family-debts.ts';

interface PaymentFormProps {
  readonly family: FamilyDebts;
  /** Whether the first debt is the one that was opened from. */
  readonly isOpenedFromDebt: boolean;
  readonly reopened: Mutation | undefined;
  readonly onSaved: (saved: Saved) => void;
}

/** Returns what the server said about each debt of a refused payment, by its key. */
function problemsByDebt(
  payments: readonly Payment[],
  problems: readonly FieldProblem[],
): Map<string, string> {
  const found = new Map<string, string>();
  for (const { field, message } of problems) {
    const [, index] = /^payments\.(\d+)\./.exec(field) ?? [];
    const key = index === undefined ? undefined : payments[Number(index)]?.debt.key;
    if (key !== undefined) found.set(key, message);
  }
  return found;
}

/** Renders the sum, its spread over the debts, the receipt number and Save. */
export function PaymentForm({ family, isOpenedFromDebt, reopened, onSaved }: PaymentFormProps) {
  const [basket, setBasket] = useState<Basket>(() => reopenedBasket(reopened) ?? emptyBasket);
  const [receipt, setReceipt] = useState(() => textOf(reopened?.body.receipt_number));
  const [sending, setSending] = useState(false);
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<{ readonly text: string; readonly lines: Map<string, string> }>();
  const [id] = useState(newMutationId);
  // While it is sent the debts already contain it: it must not be taken off twice.
  const [debts, setDebts] = useState(family.debts);
  if (!sending && debts !== family.debts) setDebts(family.debts);
  const laid = layOut(basket, debts);
  const owed = sum(debts.filter(({ key }) => !basket.excluded.has(key)).map(({ remaining }) => remaining));
  const changed = basket !== emptyBasket || receipt !== '';
  const unsaved = useRef(false);
  unsaved.current = changed;
  const draft = useRef<DraftControl>(undefined);
  const amount = useRef<HTMLInputElement>(null);
  useEffect(() => amount.current?.focus({ preventScroll: true }), []);

  const change = (next: Partial<Basket>) => {
    setRefused(undefined);
    setBasket((now) => ({ ...now, ...next }));
  };
  const payments: Payment[] = debts.flatMap((debt) => {
    const part = laid.parts.get(debt.key)?.amount ?? 0n;
    return part > 0n ? [{ debt, amount: part }] : [];
  });
  const finish = (saved: Saved) => {
    unsaved.current = false;
    onSaved(saved);
  };
  const show = async (outcome: MutationOutcome, received: Received) => {
    if (outcome.outcome === 'saved' || outcome.outcome === 'queued') {
      const { note } = outcome.outcome === 'saved' ? outcome : {};
      const id = outcome.outcome === 'saved' ? outcome.record?.id : outcome.recordId;
      return finish({ kind: outcome.outcome, receipt: received.receipt, total: laid.total, note, id });
    }
    const text = outcome.outcome === 'rejected' ? outcome.detail : outcome.message;
    const fields = outcome.outcome === 'rejected' ? outcome.fields : [];
    const lines = problemsByDebt(received.payments, fields);
    const others = fields.filter(({ field }) => !field.startsWith('payments.')).map(({ message }) => message);
    setRefused({
      text: others[0] ?? (lines.size > 0 ? messages.someWrong : (text ?? messages.someWrong)),
      lines,
    });
    if (outcome.outcome === 'rejected') await outcome.confirmShown();
    family.refetch();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (sending || !laid.isRight || receipt.trim() === '') return;
    setSending(true);
    setRefused(undefined);
    const received: Received = { id, receipt: receipt.trim(), payments, reopened };
    try {
      if (family.takesCollections || reopened) await show(await saveTogether(received), received);
      else finish({ kind: 'one-by-one', receipt: received.receipt, sent: await saveOneByOne(received) });
    } finally {
      setSending(false);
    }
  };

  const amountMissing = tried && laid.total === 0n ? messages.amountMissing : undefined;
  return (
    <chakra.form noValidate onSubmit={(event) => void submit(event)}>
      <Grid gap="4" templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 22rem) minmax(0, 1fr)' }}>
        <Flex
          direction="column"
          gap="4"
          alignSelf="start"
          background="bg.surface"
          borderWidth="1px"
          borderRadius="md"
          padding="4"
        >
          <AmountInput
            inputRef={amount}
            value={basket.amount}
            owed={owed}
            error={laid.problem ?? amountMissing}
            disabled={sending}
            onChange={(typed) => change({ amount: typed })}
          />
          <ReceiptInput
            value={receipt}
            error={tried && receipt.trim() === '' ? messages.receiptMissing : undefined}
            disabled={sending}
            onChange={setReceipt}
          />
        </Flex>
        <section>
          <chakra.h2 fontWeight="semibold" mb="2">
            {isOpenedFromDebt ? messages.debtsFirst : messages.debts}
          </chakra.h2>
          <chakra.ul display="flex" flexDirection="column" gap="2" listStyleType="none">
            {debts.map((debt) => (
              <DebtLine
                key={debt.key}
                debt={debt}
                part={laid.parts.get(debt.key)}
                typed={basket.typed.get(debt.key)}
                problem={refused?.lines.get(debt.key)}
                disabled={sending}
                onTick={(ticked) => {
                  const excluded = new Set(basket.excluded);
                  if (ticked) excluded.delete(debt.key);
                  else excluded.add(debt.key);
                  change({ excluded });
                }}
                onType={(text) => {
                  const typed = new Map(basket.typed);
                  if (text === undefined) typed.delete(debt.key);
                  else typed.set(debt.key, text);
                  change({ typed });
                }}
              />
            ))}
          </chakra.ul>
        </section>
      </Grid>
      <Flex
        direction="column"
        gap="2"
        position="sticky"
        bottom="0"
        zIndex="1"
        mt="4"
        paddingBlock="3"
        paddingBlockEnd="calc(0.75rem + env(safe-area-inset-bottom))"
        background="bg.canvas"
        borderTopWidth="1px"
      >
        {refused && <ErrorLine message={refused.text} />}
        <Button
          type="submit"
          loading={sending}
          loadingText={messages.saveNothing}
          width={{ base: 'full', md: 'auto' }}
          alignSelf={{ md: 'flex-end' }}
          minWidth="40"
        >
          {laid.total > 0n ? messages.save({ amount: formatMoney(laid.total) }) : messages.saveNothing}
        </Button>
      </Flex>
      <LeaveGuard changed={changed} unsaved={unsaved} sending={sending} draft={draft} />
    </chakra.form>
  );
}
