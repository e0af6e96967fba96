import { Button, chakra, Field, Flex, Input } from '@chakra-ui/react';
import { type FormEvent, useState } from 'react';
import { textOf } from '#app/fields/field-control.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { numberInput } from '#app/lib/typed-digits.ts';
import { newMutationId } from '#app/outbox/model/ids.ts';
import { useUser } from '#app/reads/branch-queries.ts';
import { usePermissions } from '#app/reads/use-permissions.ts';
import { saveAndTell } from '#app/resources/save-and-tell.ts';
import { FieldError } from '#app/ui/field-error.tsx';
import { TypedText } from '#app/ui/typed-text.tsx';
import { receivesCash, unconfirmedCash } from '#contract/cash-ways.ts';
import {
  formatDecimal,
  formatMoney,
  type Piastres,
  parseTypedAmount,
  readPiastres,
} from '#contract/money.ts';
import { messages } from './texts.en.ts';

export function ReceiptState({ record }: { readonly record: RecordRow }) {
  if (record.no_second_person === true) return <small>{messages.noSecondPerson}</small>;
  const open = unconfirmedCash(record);
  const by = textOf(record.received_by);
  if (open === undefined || (open === 0n && (by === '' || record.way === 'brought'))) return null;
  if (open === 0n)
    return (
      <small>
        <TypedText>{messages.confirmedBy({ name: by })}</TypedText>
      </small>
    );
  const received = readPiastres(record.received);
  return (
    <small data-waiting>
      {received === undefined ? (
        messages.notConfirmed
      ) : (
        <>
          {messages.receivedOnly({ amount: formatMoney(received) })}
          {by !== '' && (
            <>
              {' · '}
              <TypedText>{by}</TypedText>
            </>
          )}
        </>
      )}
    </small>
  );
}

export function useAwaitsReceipt(): (record: RecordRow) => boolean {
  const userId = useUser()?.id;
  const may = usePermissions();
  return (record) =>
    userId !== undefined &&
    (unconfirmedCash(record) ?? 0n) !== 0n &&
    textOf(record.recorded_by) !== '' &&
    receivesCash(record, { userId: String(userId), may });
}

const isPart = (amount: Piastres | undefined, of: Piastres): amount is Piastres =>
  amount !== undefined && amount <= of;

export function ReceiptForm({ record }: { readonly record: RecordRow }) {
  const [typed, setTyped] = useState<string>();
  const [tried, setTried] = useState(false);
  const [isSaving, setIsSaving] = useState(false);
  const amount = readPiastres(record.amount) ?? 0n;
  const part = parseTypedAmount(typed ?? '');
  const save = async (received: Piastres) => {
    setIsSaving(true);
    await saveAndTell(
      {
        id: newMutationId(),
        resource: 'cash-move',
        kind: 'update',
        recordId: record.id,
        body: { received: formatDecimal(received) },
        before: record,
      },
      messages.receiptSaved,
    );
    setIsSaving(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isPart(part, amount)) void save(part);
  };
  if (typed === undefined)
    return (
      <Flex gap="2" wrap="wrap" gridColumn="1 / -1">
        <Button variant="outline" minHeight="target" loading={isSaving} onClick={() => void save(amount)}>
          {messages.gotAll}
        </Button>
        <Button
          variant="outline"
          colorPalette="neutral"
          minHeight="target"
          disabled={isSaving}
          onClick={() => setTyped('')}
        >
          {messages.gotLess}
        </Button>
      </Flex>
    );
  return (
    <chakra.form noValidate onSubmit={submit} gridColumn="1 / -1" paddingBlockEnd="2">
      <Field.Root required invalid={tried && !isPart(part, amount)}>
        <Field.Label>{messages.gotHowMuch}</Field.Label>
        <Input
          {...numberInput(typed, 'amount')}
          onChange={({ target }) => setTyped(target.value)}
          inputMode="decimal"
          autoComplete="off"
          autoFocus
          dir="ltr"
          textAlign="end"
        />
        <Field.HelperText>
          <FieldError>
            {tried && !isPart(part, amount) ? messages.gotAtMost({ amount: formatMoney(amount) }) : undefined}
          </FieldError>
        </Field.HelperText>
      </Field.Root>
      <Flex gap="2" wrap="wrap" marginBlockStart="2">
        <Button type="submit" minHeight="target" loading={isSaving}>
          {appMessages.save}
        </Button>
        <Button
          variant="outline"
          colorPalette="neutral"
          minHeight="target"
          onClick={() => {
            setTyped(undefined);
            setTried(false);
          }}
        >
          {appMessages.cancel}
        </Button>
      </Flex>
    </chakra.form>
  );
}
