import { Button, chakra, Field, Flex, Input, InputGroup, NativeSelect } from '@chakra-ui/react';
import Check from 'lucide-react/icons/check';
import Plus from 'lucide-react/icons/plus';
import type { ReactNode } from 'react';
import { numberInput } from '#app/lib/typed-digits.ts';
import { newMutationId } from '#app/outbox/model/ids.ts';
import { FieldError } from '#app/ui/field-error.tsx';
import {
  type DiscountReason,
  MOST_CATEGORIES,
  MOST_REASONS,
  readReason,
  settingsFields,
} from '#contract/branch-settings.ts';
import { toLatinNumber } from '#contract/money.ts';
import { type NamedChoice, readChoice } from '#contract/named-choices.ts';
import { CASH, type MethodKind, MOST_METHODS, methodKinds, readMethod } from '#contract/payment-methods.ts';
import { labels } from '#contract/texts/labels.en.ts';
import { sentences } from '#contract/texts/sentences.en.ts';
import { messages } from './texts.en.ts';

export interface ListInputProps {
  /** JSON text of the list. */
  readonly value: string;
  readonly refused: boolean;
  readonly error: string | undefined;
  readonly disabled: boolean;
  readonly onChange: (value: string) => void;
}

interface NamesProps<Choice extends NamedChoice> {
  readonly choice: Choice;
  readonly invalid: boolean;
  readonly disabled: boolean;
  readonly onChange: (choice: Choice) => void;
}

interface WrongProps {
  readonly message: string | undefined;
}

export const Wrong = ({ message }: WrongProps) =>
  message !== undefined && (
    <Field.Root invalid>
      <FieldError>{message}</FieldError>
    </Field.Root>
  );

function Names<Choice extends NamedChoice>({ choice, invalid, disabled, onChange }: NamesProps<Choice>) {
  const names = [
    { name: 'name', label: labels.name },
    { name: 'name_ar', label: messages.methodNameArabic },
  ] as const;
  return names.map(({ name, label }) => (
    <Field.Root
      key={name}
      flex="1 1 9rem"
      width="auto"
      required={name === 'name'}
      invalid={invalid && name === 'name'}
      disabled={disabled}
    >
      <Field.Label>{label}</Field.Label>
      <Input
        value={choice[name]}
        dir="auto"
        maxLength={40}
        onChange={({ target }) => onChange({ ...choice, [name]: target.value })}
      />
    </Field.Root>
  ));
}

interface EntriesProps<Choice extends NamedChoice> extends ListInputProps {
  readonly list: 'payment_methods' | 'expense_categories' | 'discount_reasons';
  readonly choices: readonly Choice[];
  readonly help: string;
  readonly usual: readonly Choice[];
  readonly limit: number;
  readonly otherLabel: string;
  readonly newChoice: () => Choice;
  /** What an entry without a name is called; its place counts from 1. */
  readonly titleAt: (place: number) => string;
  readonly more?: (choice: Choice, onChange: (choice: Choice) => void) => ReactNode;
}

function Entries<Choice extends NamedChoice>(props: EntriesProps<Choice>) {
  const { list, choices, help, usual, limit, otherLabel, newChoice, titleAt, more } = props;
  const { refused, error, disabled } = props;
  const set = (changed: readonly Choice[]) => props.onChange(JSON.stringify(changed));
  const problems = refused ? settingsFields[list].write.safeParse(choices).error?.issues : undefined;
  const general = error ?? problems?.find(({ path }) => path.length === 0)?.message;
  const left = usual.filter(({ id }) => !choices.some((choice) => choice.id === id));
  const isFull = choices.length >= limit;
  return (
    <Flex direction="column" gap="3">
      <chakra.p color="fg.muted">{help}</chakra.p>
      {choices.map((choice, place) => {
        const problem = problems?.find(({ path }) => path[0] === place)?.message;
        const title = choice.name || titleAt(place + 1);
        const change = (changed: Choice) => set(choices.map((one) => (one.id === choice.id ? changed : one)));
        return (
          <chakra.fieldset key={choice.id} borderWidth="1px" borderRadius="md" padding="3" aria-label={title}>
            <Flex gap="3" wrap="wrap" align="end">
              <Names choice={choice} invalid={problem !== undefined} disabled={disabled} onChange={change} />
              {more?.(choice, change)}
              <Button
                variant="ghost"
                colorPalette="neutral"
                disabled={disabled}
                aria-label={messages.removeMethodOf({ name: title })}
                onClick={() => set(choices.filter(({ id }) => id !== choice.id))}
              >
                {messages.removeMethod}
              </Button>
            </Flex>
            <Wrong message={problem} />
          </chakra.fieldset>
        );
      })}
      <Flex gap="2" wrap="wrap">
        {left.map((choice) => (
          <Button
            key={choice.id}
            variant="outline"
            disabled={disabled || isFull}
            onClick={() => set([...choices, choice])}
          >
            <Plus size={16} aria-hidden />
            <bdi>{messages.usualMethod(choice)}</bdi>
          </Button>
        ))}
        <Button
          variant="outline"
          disabled={disabled || isFull}
          onClick={() => set([...choices, newChoice()])}
        >
          <Plus size={16} aria-hidden /> {otherLabel}
        </Button>
      </Flex>
      {isFull && <chakra.p color="fg.muted">{sentences.lists.tooMany({ limit })}</chakra.p>}
      <Wrong message={general} />
    </Flex>
  );
}

const usualCategories: readonly NamedChoice[] = [
  { id: 'rent', name: 'Rent', name_ar: 'إيجار' },
  { id: 'electricity', name: 'Electricity', name_ar: 'كهرباء' },
  { id: 'stationery', name: 'Stationery', name_ar: 'أدوات مكتبية' },
  { id: 'maintenance', name: 'Maintenance', name_ar: 'صيانة' },
  { id: 'cleaning', name: 'Cleaning', name_ar: 'نظافة' },
  { id: 'marketing', name: 'Marketing', name_ar: 'دعاية' },
];

export const CategoriesInput = (props: ListInputProps) => (
  <Entries
    {...props}
    list="expense_categories"
    choices={readChoice.array().safeParse(JSON.parse(props.value || '[]')).data ?? []}
    help={messages.categoriesHelp}
    usual={usualCategories}
    limit={MOST_CATEGORIES}
    otherLabel={messages.otherCategory}
    newChoice={() => ({ id: `category-${newMutationId().slice(0, 8)}`, name: '', name_ar: '' })}
    titleAt={(place) => messages.categoryOf({ place })}
  />
);

const usualReasons: readonly DiscountReason[] = [
  { id: 'siblings', name: 'Siblings', name_ar: 'إخوة', percent: null },
  { id: 'staff', name: 'Staff', name_ar: 'موظفون', percent: null },
  { id: 'scholarship', name: 'Scholarship', name_ar: 'منحة', percent: null },
  { id: 'other', name: 'Other', name_ar: 'أخرى', percent: null },
];

interface UsualPercentProps {
  readonly reason: DiscountReason;
  readonly disabled: boolean;
  readonly onChange: (reason: DiscountReason) => void;
}

const UsualPercent = ({ reason, disabled, onChange }: UsualPercentProps) => (
  <Field.Root flex="0 1 7rem" width="auto" disabled={disabled}>
    <Field.Label>{messages.usualPercent}</Field.Label>
    <InputGroup endElement="%" dir="ltr">
      <Input
        inputMode="decimal"
        autoComplete="off"
        textAlign="end"
        onChange={({ target }) => onChange({ ...reason, percent: toLatinNumber(target.value) || null })}
        {...numberInput(reason.percent ?? '', 'amount')}
      />
    </InputGroup>
  </Field.Root>
);

export const ReasonsInput = (props: ListInputProps) => (
  <Entries
    {...props}
    list="discount_reasons"
    choices={readReason.array().safeParse(JSON.parse(props.value || '[]')).data ?? []}
    help={messages.reasonsHelp}
    usual={usualReasons}
    limit={MOST_REASONS}
    otherLabel={messages.otherReason}
    newChoice={(): DiscountReason => ({
      id: `reason-${newMutationId().slice(0, 8)}`,
      name: '',
      name_ar: '',
      percent: null,
    })}
    titleAt={(place) => messages.reasonOf({ place })}
    more={(reason, onChange) => (
      <UsualPercent reason={reason} disabled={props.disabled} onChange={onChange} />
    )}
  />
);

type Method = ReturnType<typeof readMethod.parse>;

const usual: readonly Method[] = [
  { id: 'instapay', name: 'InstaPay', name_ar: 'إنستاباي', kind: 'bank', asks_reference: true },
  {
    id: 'vodafone-cash',
    name: 'Vodafone Cash',
    name_ar: 'فودافون كاش',
    kind: 'wallet',
    asks_reference: true,
  },
  { id: 'card', name: 'Card', name_ar: 'بطاقة', kind: 'card', asks_reference: false },
  { id: 'bank', name: 'Bank transfer', name_ar: 'تحويل بنكي', kind: 'bank', asks_reference: true },
];

const kindOf = (value: string): MethodKind => methodKinds.find((kind) => kind === value) ?? 'wallet';

function methodsOf(text: string): readonly Method[] {
  const methods = readMethod.array().safeParse(JSON.parse(text || '[]')).data ?? [];
  return methods.filter(({ id }) => id !== CASH);
}

interface KindProps {
  readonly method: Method;
  readonly disabled: boolean;
  readonly onChange: (method: Method) => void;
}

function KindAndReference({ method, disabled, onChange }: KindProps) {
  return (
    <>
      <Field.Root flex="0 1 9rem" width="auto" disabled={disabled}>
        <Field.Label>{messages.methodKind}</Field.Label>
        <NativeSelect.Root>
          <NativeSelect.Field
            value={method.kind}
            onChange={({ target }) => onChange({ ...method, kind: kindOf(target.value) })}
          >
            {methodKinds.map((kind) => (
              <option key={kind} value={kind}>
                {messages[kind]}
              </option>
            ))}
          </NativeSelect.Field>
          <NativeSelect.Indicator />
        </NativeSelect.Root>
      </Field.Root>
      <Button
        variant="outline"
        colorPalette={method.asks_reference ? 'accent' : 'neutral'}
        flexShrink="1"
        whiteSpace="normal"
        height="auto"
        minHeight="target"
        aria-pressed={method.asks_reference}
        disabled={disabled}
        onClick={() => onChange({ ...method, asks_reference: !method.asks_reference })}
      >
        {method.asks_reference && <Check size={16} aria-hidden />} {messages.asksReference}
      </Button>
    </>
  );
}

export const MethodsInput = (props: ListInputProps) => (
  <Entries
    {...props}
    list="payment_methods"
    choices={methodsOf(props.value)}
    help={messages.methodsHelp}
    usual={usual}
    limit={MOST_METHODS}
    otherLabel={messages.otherMethod}
    newChoice={(): Method => ({
      id: `method-${newMutationId().slice(0, 8)}`,
      name: '',
      name_ar: '',
      kind: 'wallet',
      asks_reference: false,
    })}
    titleAt={(place) => messages.methodOf({ place })}
    more={(method, onChange) => (
      <KindAndReference method={method} disabled={props.disabled} onChange={onChange} />
    )}
  />
);
