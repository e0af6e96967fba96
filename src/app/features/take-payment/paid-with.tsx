import { Button, chakra, Field, Flex } from '@chakra-ui/react';
import { useFormContext, useFormState } from 'react-hook-form';
import { usePaymentMethods } from '#app/reads/branch-lists.ts';
import { FieldInput } from '#app/resources/form/field-input.tsx';
import type { Values } from '#app/resources/form/form-context.ts';
import { FormPart } from '#app/resources/form/form-part.tsx';
import { useAsked } from '#app/resources/form/paid-by.tsx';
import { FieldError } from '#app/ui/field-error.tsx';
import { fieldWith, money } from '#contract/fields.ts';
import { formatMoney, type Piastres } from '#contract/money.ts';
import { CASH, type PaymentMethod, paymentFields } from '#contract/payment-methods.ts';
import { tenderPart, tenderValues } from './payment-values.ts';
import { inCash, type ReadTender, type TenderInput } from './tenders.ts';
import { messages } from './texts.en.ts';

const tenderForm = { singular: '', fields: { ...paymentFields, amount: money('paidAmount') }, rules: [] };
const { payment_method, payment_reference, amount } = tenderForm.fields;

interface TenderProps {
  readonly tender: ReadTender;
  readonly part: number | undefined;
}

function Rest({ tender: { piastres, problems }, part = 1 }: TenderProps) {
  const { isSubmitted } = useFormState<Values>();
  const problem = isSubmitted ? problems.amount : undefined;
  return (
    <Field.Root invalid={problem !== undefined}>
      <Field.Label>{messages.amountOfPart({ part })}</Field.Label>
      <chakra.bdi dir="ltr" fontWeight="semibold">
        {piastres === undefined ? '' : formatMoney(piastres)}
      </chakra.bdi>
      <Field.HelperText>
        <FieldError>{problem}</FieldError>
      </Field.HelperText>
    </Field.Root>
  );
}

function Tender({ tender, part, isLast }: TenderProps & { readonly isLast: boolean }) {
  const { asks, requires } = useAsked();
  const { problems } = tender;
  const isPart = part !== undefined;
  return (
    <Flex direction="column" gap="2">
      <FieldInput
        name="payment_method"
        field={isPart ? fieldWith(payment_method, { label: messages.partBy({ part }) }) : payment_method}
        problem={problems.method}
      />
      {isPart && isLast && <Rest tender={tender} part={part} />}
      {isPart && !isLast && (
        <FieldInput
          name="amount"
          field={fieldWith(amount, { label: messages.amountOfPart({ part }) })}
          problem={tender.amount === '' ? undefined : problems.amount}
        />
      )}
      {asks('payment_reference') && (
        <FieldInput
          name="payment_reference"
          field={payment_reference}
          required={requires('payment_reference')}
        />
      )}
    </Flex>
  );
}

const MOST_PARTS = 6;

function withAnotherPart(
  tenders: readonly TenderInput[],
  offered: readonly PaymentMethod[],
): readonly TenderInput[] {
  const another = offered.find(({ id }) => !tenders.some(({ method }) => method === id))?.id ?? CASH;
  return [...tenders, { ...inCash, method: another }];
}

function useHasOneWay(tenders: readonly TenderInput[]): boolean {
  const { offered } = usePaymentMethods();
  return offered.length < 2 && tenders.every(({ method }) => method === CASH);
}

function useSetTenders() {
  const { setValue } = useFormContext<Values>();
  return (tenders: readonly TenderInput[]) => {
    for (const [name, value] of Object.entries(tenderValues(tenders)))
      setValue(name, value, { shouldDirty: true });
  };
}

interface PaidWithProps {
  readonly tenders: readonly ReadTender[];
  readonly takesParts: boolean;
}

export function InParts({ tenders, takesParts }: PaidWithProps) {
  const { offered } = usePaymentMethods();
  const setTenders = useSetTenders();
  const hasOneWay = useHasOneWay(tenders);
  if (!takesParts || tenders.length > 1 || hasOneWay) return null;
  return (
    <Button variant="ghost" onClick={() => setTenders(withAnotherPart(tenders, offered))}>
      {messages.inParts}
    </Button>
  );
}

export function PaidWith({ tenders, takesParts }: PaidWithProps) {
  const { offered } = usePaymentMethods();
  const setTenders = useSetTenders();
  const hasOneWay = useHasOneWay(tenders);
  if (hasOneWay) return null;
  const inParts = tenders.length > 1;
  const first = tenders[0] ?? inCash;
  return (
    <Flex direction="column" gap="3">
      {tenders.map((tender, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts are told apart by their place alone
        <FormPart key={place} name={tenderPart(place)} definition={tenderForm}>
          <Tender
            tender={tender}
            part={inParts ? place + 1 : undefined}
            isLast={place === tenders.length - 1}
          />
        </FormPart>
      ))}
      {takesParts && inParts && (
        <Flex gap="2" wrap="wrap">
          {tenders.length < MOST_PARTS && (
            <Button variant="ghost" onClick={() => setTenders(withAnotherPart(tenders, offered))}>
              {messages.anotherPart}
            </Button>
          )}
          <Button
            variant="ghost"
            colorPalette="neutral"
            onClick={() => setTenders([{ ...first, amount: '' }])}
          >
            {messages.notInParts}
          </Button>
        </Flex>
      )}
    </Flex>
  );
}

interface FamilyCreditProps {
  readonly kept: Piastres;
  /** What credit pays of this payment, in piastres; undefined if it is not used. */
  readonly used: Piastres | undefined;
  readonly onUse: () => void;
  readonly onLeave: () => void;
}

export function FamilyCredit({ kept, used, onUse, onLeave }: FamilyCreditProps) {
  if (used === undefined)
    return kept > 0n ? (
      <Button variant="outline" onClick={onUse}>
        {messages.takeCredit({ amount: formatMoney(kept) })}
      </Button>
    ) : null;
  return (
    <Flex align="center" justify="space-between" gap="3" wrap="wrap">
      <chakra.p fontWeight="semibold" role="status">
        {messages.creditPays({ credit: formatMoney(used) })}
      </chakra.p>
      <Button variant="ghost" colorPalette="neutral" onClick={onLeave}>
        {messages.leaveCredit}
      </Button>
    </Flex>
  );
}
