import { Box, Button, chakra, Field, Flex, Grid, Input, InputGroup } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import BadgePercent from 'lucide-react/icons/badge-percent';
import Tag from 'lucide-react/icons/tag';
import Users from 'lucide-react/icons/users';
import X from 'lucide-react/icons/x';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { RecordRow } from '#app/lib/record-row.ts';
import { numberInput } from '#app/lib/typed-digits.ts';
import { branchQuery } from '#app/reads/branch-queries.ts';
import { familyQuery } from '#app/reads/family-query.ts';
import { usePricing } from '#app/reads/pricing.ts';
import { useIsPendingRecord } from '#app/reads/use-outbox.ts';
import { usePermissions } from '#app/reads/use-permissions.ts';
import { FieldError } from '#app/ui/field-error.tsx';
import type { DiscountReason } from '#contract/branch-settings.ts';
import type { Resource } from '#contract/define-resource.ts';
import { formatGrouped, formatMoney, parseTypedAmount, toLatinNumber } from '#contract/money.ts';
import { choiceNameOf } from '#contract/named-choices.ts';
import {
  formatPercent,
  isAboveLimit,
  listPriceOf,
  parsePercent,
  percentOf,
} from '#contract/rules/discounts.ts';
import { sentences } from '#contract/texts/sentences.en.ts';
import { messages } from './texts.en.ts';

function useEnrolledSiblings(student: RecordRow | undefined): readonly string[] {
  const { data: branch } = useQuery({ ...branchQuery(), staleTime: Number.POSITIVE_INFINITY });
  const isPending = useIsPendingRecord(student?.id);
  const id = isPending ? undefined : student?.id;
  const { data } = useQuery({
    ...familyQuery(id ?? ''),
    enabled: id !== undefined && branch?.collections === true,
  });
  const members = (id !== undefined && data?.data.students) || [];
  return members.filter((one) => one.enrolled === true && one.joined !== 'self').map(({ name }) => name);
}

type Texts = Readonly<Record<string, string>>;

interface DiscountFieldsProps {
  readonly resource: Resource;
  readonly values: Texts;
  readonly before?: RecordRow | undefined;
  readonly student: RecordRow | undefined;
  readonly isRefused: boolean;
  readonly set: (changes: Texts) => void;
  readonly input: (name: string, changesOf: (typed: string) => Texts) => ReactNode;
}

function inPercent(list: string, percent: string): Texts {
  const [amount, share] = [parseTypedAmount(list), parsePercent(percent)];
  if (amount === undefined || share === undefined) return { discount: percent === '' ? '' : `${percent}%` };
  const discount = percentOf(amount, share);
  return { discount: formatGrouped(discount), price: formatGrouped(amount - discount) };
}

function afterAmount(list: string, discount: string): Texts {
  const [amount, less] = [parseTypedAmount(list), parseTypedAmount(discount)];
  if (amount === undefined || less === undefined || less > amount) return {};
  return { price: formatGrouped(amount - less) };
}

interface PercentInputProps {
  readonly value: string;
  readonly takesFocus: boolean;
  readonly onChange: (typed: string) => void;
}

function PercentInput({ value, takesFocus, onChange }: PercentInputProps) {
  const isWrong = value !== '' && parsePercent(value) === undefined;
  return (
    <Field.Root invalid={isWrong}>
      <Field.Label>{messages.percent}</Field.Label>
      <InputGroup endElement={<chakra.span color="fg.muted">%</chakra.span>} dir="ltr">
        <Input
          autoFocus={takesFocus}
          inputMode="decimal"
          autoComplete="off"
          dir="ltr"
          textAlign="end"
          onChange={({ target }) => onChange(toLatinNumber(target.value).replace(/[%٪]/g, '').trim())}
          {...numberInput(value, 'amount')}
        />
      </InputGroup>
      {isWrong && (
        <Field.HelperText>
          <FieldError>{sentences.prices.percentSuchAs}</FieldError>
        </Field.HelperText>
      )}
    </Field.Root>
  );
}

/** Proposes; nothing is filled in before it was tapped (decision 132). */
export function DiscountFields(props: DiscountFieldsProps) {
  const { resource, values, before, student, isRefused, set, input } = props;
  const { price = '', list_price: list = '', discount = '', discount_reason: reason = '' } = values;
  const pricing = usePricing();
  const may = usePermissions();
  const heading = useId();
  const [opened, setOpened] = useState(false);
  // What a person typed or chose; the record keeps the amount alone.
  const [percent, setPercent] = useState(() => (discount.endsWith('%') ? discount.slice(0, -1) : ''));
  const isOpen = opened || discount !== '' || reason !== '' || isRefused;
  const siblings = pricing.reasons.find(({ id }) => id === 'siblings');
  const enrolled = useEnrolledSiblings(reason === '' && siblings ? student : undefined);
  const listed = listPriceOf(pricing.prices, resource.name, values);

  // A price that is typed beside a discount says how much the discount is.
  const last = useRef(price);
  useEffect(() => {
    if (last.current === price) return;
    last.current = price;
    const [full, less, owed] = [list, discount, price].map(parseTypedAmount);
    if (!isOpen || full === undefined || owed === undefined || owed > full) return;
    if (less === undefined && reason === '' && discount === '') return;
    if (less !== undefined && full - less === owed) return;
    setPercent('');
    set({ discount: formatGrouped(full - owed) });
  });

  const known = (changes: Texts): Texts => {
    last.current = changes.price ?? last.current;
    return changes;
  };
  const change = (changes: Texts) => set(known(changes));
  const startOf = () => (list !== '' ? list : listed === undefined ? price : formatGrouped(listed));
  const open = (chosen?: DiscountReason) => {
    const full = startOf();
    const share = chosen?.percent ?? '';
    const [fullAmount, owed] = [full, price].map(parseTypedAmount);
    // The price that was typed stays, until a percentage or an amount is.
    const isLess = fullAmount !== undefined && owed !== undefined && owed < fullAmount;
    setOpened(true);
    setPercent(share);
    change({
      list_price: full,
      ...(chosen && { discount_reason: chosen.id }),
      ...(isLess && { discount: formatGrouped(fullAmount - owed) }),
      ...(share !== '' && full !== '' && inPercent(full, share)),
    });
  };
  const close = () => {
    setOpened(false);
    setPercent('');
    change({ price: list || price, list_price: '', discount: '', discount_reason: '' });
  };
  const typePercent = (typed: string) => {
    setPercent(typed);
    change(inPercent(list, typed));
  };
  const follow = (full: string) => (percent === '' ? afterAmount(full, discount) : inPercent(full, percent));
  const chooseReason = (id: string) => {
    const usual = pricing.reasons.find((one) => one.id === id)?.percent ?? '';
    if (discount !== '' || usual === '' || list === '') return {};
    setPercent(usual);
    return known(inPercent(list, usual));
  };

  const isListed = listed === parseTypedAmount(isOpen ? list : price);
  const takeListed = (amount: bigint) => {
    const full = formatGrouped(amount);
    change(isOpen ? { list_price: full, ...follow(full) } : { price: full });
  };
  const isAbove =
    isOpen && !may('discounts.any') && isAboveLimit(pricing, resource.name, { ...before, ...values }, before);
  const siblingsName = siblings && choiceNameOf([siblings], siblings.id);

  return (
    <Box gridColumn="1 / -1" display="grid" gap="3">
      <Flex gap="2" wrap="wrap" _empty={{ display: 'none' }}>
        {listed !== undefined && !isListed && (
          <Button variant="outline" onClick={() => takeListed(listed)}>
            <Tag size={16} aria-hidden /> {messages.listPriceOf({ amount: formatMoney(listed) })}
          </Button>
        )}
        {!isOpen && pricing.reasons.length > 0 && (
          <Button variant="outline" colorPalette="neutral" onClick={() => open()}>
            <BadgePercent size={16} aria-hidden /> {messages.discount}
          </Button>
        )}
        {siblings && enrolled.length > 0 && reason === '' && (
          <Button
            variant="outline"
            maxWidth="full"
            minHeight="target"
            height="auto"
            whiteSpace="normal"
            textAlign="start"
            onClick={() => open(siblings)}
          >
            <Users size={16} aria-hidden />
            <bdi>
              {messages.siblingEnrolled({
                reason: siblingsName ?? '',
                percent: siblings.percent,
                name: enrolled[0] ?? '',
              })}
            </bdi>
          </Button>
        )}
      </Flex>
      {isOpen && (
        <chakra.div role="group" aria-labelledby={heading} borderWidth="1px" borderRadius="md" padding="3">
          <Flex align="center" justify="space-between" gap="3">
            <chakra.span id={heading} fontWeight="semibold">
              {messages.discount}
            </chakra.span>
            <Button variant="ghost" colorPalette="neutral" onClick={close}>
              <X size={16} aria-hidden /> {messages.noDiscount}
            </Button>
          </Flex>
          <Grid gap="3" templateColumns="repeat(2, minmax(0, 1fr))" alignItems="start">
            <Box gridColumn="1 / -1">{input('list_price', (typed) => known(follow(typed)))}</Box>
            <PercentInput value={percent} takesFocus={opened} onChange={typePercent} />
            {input('discount', (typed) => {
              setPercent('');
              return known(afterAmount(list, typed));
            })}
          </Grid>
          <Box mt="3">{input('discount_reason', chooseReason)}</Box>
          {isAbove && pricing.percent !== undefined && (
            <chakra.p role="status" mt="2" color="waiting.fg" fontSize="sm">
              {messages.aboveLimit({ percent: formatPercent(pricing.percent) })}
            </chakra.p>
          )}
        </chakra.div>
      )}
    </Box>
  );
}
