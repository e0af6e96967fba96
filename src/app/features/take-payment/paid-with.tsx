import { Button, chakra, Field, Flex, Input } from '@chakra-ui/react';
import { methodControl } from '#app/fields/method.tsx';
import { MethodReference } from '#app/fields/method-reference.tsx';
import { formatTypedAmount } from '#app/fields/money.tsx';
import { numberInput } from '#app/lib/typed-digits.ts';
import { usePaymentMethods } from '#app/reads/branch-lists.ts';
import { FieldError } from '#app/ui/field-error.tsx';
import { fieldWith } from '#contract/fields.ts';
import { formatMoney, type Piastres, toLatinNumber } from '#contract/money.ts';
import { CASH, type PaymentMethod, paymentFields } from '#contract/payment-methods.ts';
import { labels } from '#contract/texts/labels.en.ts';
import { inCash, type ReadTender, type TenderInput } from './tenders.ts';
import { messages } from './texts.en.ts';

const nothing = () => undefined;

interface TenderProps {
  readonly tender: ReadTender;
  /** Parts are numbered from 1; undefined where one method pays all of it. */
  readonly part: number | undefined;
  /** The last part takes the rest. */
  readonly isLast: boolean;
  readonly tried: boolean;
  readonly disabled: boolean;
  readonly onChange: (change: Partial<TenderInput>) => void;
}

function Tender({ tender, part, isLast, tried, disabled, onChange }: TenderProps) {
  const { known } = usePaymentMethods();
  const { method, reference, amount, piastres, problems } = tender;
  const asks = reference !== '' || known.some(({ id, asks_reference }) => id === method && asks_reference);
  const name = part === undefined ? 'payment_method' : `payment_method_${part}`;
  const label = part === undefined ? labels.paymentMethod : messages.partBy({ part });
  const wrongAmount = tried || amount !== '' ? problems.amount : undefined;
  return (
    <Flex direction="column" gap="2">
      <methodControl.Input
        name={name}
        field={fieldWith(paymentFields.payment_method, { label })}
        value={method}
        onChange={(id) => onChange({ method: id })}
        onBlur={nothing}
        error={problems.method}
        disabled={disabled}
      />
      {part !== undefined && (
        <Field.Root invalid={wrongAmount !== undefined} required disabled={disabled}>
          <Field.Label>{messages.amountOfPart({ part })}</Field.Label>
          {isLast ? (
            <chakra.bdi dir="ltr" fontWeight="semibold">
              {piastres === undefined ? '' : formatMoney(piastres)}
            </chakra.bdi>
          ) : (
            <Input
              name={`amount_${part}`}
              {...numberInput(amount, 'amount')}
              onChange={({ target }) => onChange({ amount: toLatinNumber(target.value) })}
              onBlur={() => amount !== '' && onChange({ amount: formatTypedAmount(amount) })}
              inputMode="decimal"
              autoComplete="off"
              dir="ltr"
              textAlign="end"
            />
          )}
          <Field.HelperText>
            <FieldError>{wrongAmount}</FieldError>
          </Field.HelperText>
        </Field.Root>
      )}
      {asks && (
        <MethodReference
          name={`payment_reference${part ?? ''}`}
          value={reference}
          onChange={(value) => onChange({ reference: value })}
          error={tried ? problems.reference : undefined}
          disabled={disabled}
        />
      )}
    </Flex>
  );
}

const MOST_PARTS = 6;

interface PaidWithProps {
  readonly tenders: readonly ReadTender[];
  /** Whether the server takes a sum in parts. */
  readonly takesParts: boolean;
  readonly tried: boolean;
  readonly disabled: boolean;
  readonly onChange: (tenders: readonly TenderInput[]) => void;
}

function withAnotherPart(
  tenders: readonly TenderInput[],
  offered: readonly PaymentMethod[],
): readonly TenderInput[] {
  const another = offered.find(({ id }) => !tenders.some(({ method }) => method === id))?.id ?? CASH;
  return [...tenders, { ...inCash, method: another }];
}

/** Begins to pay in parts; nothing where the branch takes cash alone. */
export function InParts({ tenders, takesParts, disabled, onChange }: Omit<PaidWithProps, 'tried'>) {
  const { offered } = usePaymentMethods();
  const hasOneWay = offered.length < 2 && tenders.every(({ method }) => method === CASH);
  if (!takesParts || tenders.length > 1 || hasOneWay) return null;
  return (
    <Button variant="ghost" disabled={disabled} onClick={() => onChange(withAnotherPart(tenders, offered))}>
      {messages.inParts}
    </Button>
  );
}

/** Nothing where the branch takes cash alone. One tap chooses a method, two begin to pay in parts (decision 130). */
export function PaidWith({ tenders, takesParts, tried, disabled, onChange }: PaidWithProps) {
  const { offered } = usePaymentMethods();
  if (offered.length < 2 && tenders.every(({ method }) => method === CASH)) return null;
  const inParts = tenders.length > 1;
  const first = tenders[0] ?? inCash;
  const set = (place: number, change: Partial<TenderInput>) =>
    onChange(tenders.map((tender, index) => (index === place ? { ...tender, ...change } : tender)));
  return (
    <Flex direction="column" gap="3">
      {tenders.map((tender, place) => (
        <Tender
          // biome-ignore lint/suspicious/noArrayIndexKey: parts are told apart by their place alone
          key={place}
          tender={tender}
          part={inParts ? place + 1 : undefined}
          isLast={place === tenders.length - 1}
          tried={tried}
          disabled={disabled}
          onChange={(change) => set(place, change)}
        />
      ))}
      {takesParts && inParts && (
        <Flex gap="2" wrap="wrap">
          {tenders.length < MOST_PARTS && (
            <Button
              variant="ghost"
              disabled={disabled}
              onClick={() => onChange(withAnotherPart(tenders, offered))}
            >
              {messages.anotherPart}
            </Button>
          )}
          <Button
            variant="ghost"
            colorPalette="neutral"
            disabled={disabled}
            onClick={() => onChange([{ ...first, amount: '' }])}
          >
            {messages.notInParts}
          </Button>
        </Flex>
      )}
    </Flex>
  );
}

interface FamilyCreditProps {
  /** What the family has, in piastres. */
  readonly kept: Piastres;
  /** What credit pays of this payment, in piastres; undefined if it is not used. */
  readonly used: Piastres | undefined;
  readonly disabled: boolean;
  readonly onUse: () => void;
  readonly onLeave: () => void;
}

/** One tap pays with what was kept for later (decision 131). */
export function FamilyCredit({ kept, used, disabled, onUse, onLeave }: FamilyCreditProps) {
  if (used === undefined)
    return kept > 0n ? (
      <Button variant="outline" disabled={disabled} onClick={onUse}>
        {messages.takeCredit({ amount: formatMoney(kept) })}
      </Button>
    ) : null;
  return (
    <Flex align="center" justify="space-between" gap="3" wrap="wrap">
      <chakra.p fontWeight="semibold" role="status">
        {messages.creditPays({ credit: formatMoney(used) })}
      </chakra.p>
      <Button variant="ghost" colorPalette="neutral" disabled={disabled} onClick={onLeave}>
        {messages.leaveCredit}
      </Button>
    </Flex>
  );
}
