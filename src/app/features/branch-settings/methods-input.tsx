import { Box, Button, chakra, Field, Flex, Input, NativeSelect } from '@chakra-ui/react';
import Check from 'lucide-react/icons/check';
import Plus from 'lucide-react/icons/plus';
import { newMutationId } from '#app/outbox/model/ids.ts';
import { FieldError } from '#app/ui/field-error.tsx';
import { settingsFields } from '#contract/branch-settings.ts';
import { CASH, type MethodKind, MOST_METHODS, methodKinds, readMethod } from '#contract/payment-methods.ts';
import { labels } from '#contract/texts/labels.en.ts';
import { choiceTexts } from '#contract/texts/named-choices.en.ts';
import { messages } from './texts.en.ts';

type Method = ReturnType<typeof readMethod.parse>;

/** The methods that most branches have: one tap adds them, with the names that people use. */
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

interface MethodRowProps {
  readonly method: Method;
  readonly place: number;
  readonly error: string | undefined;
  readonly disabled: boolean;
  readonly onChange: (method: Method) => void;
  readonly onRemove: () => void;
}

function MethodRow({ method, place, error, disabled, onChange, onRemove }: MethodRowProps) {
  const title = method.name || messages.methodOf({ place });
  return (
    <Box as="fieldset" borderWidth="1px" borderRadius="md" padding="3" aria-label={title}>
      <Flex gap="3" wrap="wrap" align="end">
        <Field.Root flex="1 1 10rem" width="auto" required invalid={error !== undefined} disabled={disabled}>
          <Field.Label>{labels.name}</Field.Label>
          <Input
            value={method.name}
            dir="auto"
            maxLength={40}
            onChange={({ target }) => onChange({ ...method, name: target.value })}
          />
        </Field.Root>
        <Field.Root flex="1 1 10rem" width="auto" disabled={disabled}>
          <Field.Label>{messages.methodNameArabic}</Field.Label>
          <Input
            value={method.name_ar}
            dir="auto"
            maxLength={40}
            onChange={({ target }) => onChange({ ...method, name_ar: target.value })}
          />
        </Field.Root>
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
      </Flex>
      <Flex gap="3" wrap="wrap" align="center" justify="space-between" mt="2">
        <Button
          variant="outline"
          colorPalette={method.asks_reference ? 'accent' : 'neutral'}
          aria-pressed={method.asks_reference}
          disabled={disabled}
          onClick={() => onChange({ ...method, asks_reference: !method.asks_reference })}
        >
          {method.asks_reference && <Check size={16} aria-hidden />} {messages.asksReference}
        </Button>
        <Button
          variant="ghost"
          colorPalette="neutral"
          disabled={disabled}
          aria-label={messages.removeMethodOf({ name: title })}
          onClick={onRemove}
        >
          {messages.removeMethod}
        </Button>
      </Flex>
      {error !== undefined && (
        <Field.Root invalid>
          <FieldError>{error}</FieldError>
        </Field.Root>
      )}
    </Box>
  );
}

export interface ListInputProps {
  /** JSON text of the list. */
  readonly value: string;
  readonly refused: boolean;
  readonly error: string | undefined;
  readonly disabled: boolean;
  readonly onChange: (value: string) => void;
}

/** In the order in which forms offer them (decision 130). */
export function MethodsInput({ value, refused, error, disabled, onChange }: ListInputProps) {
  const methods = methodsOf(value);
  const set = (changed: readonly Method[]) => onChange(JSON.stringify(changed));
  const add = (method: Method) => set([...methods, method]);
  const problems = refused
    ? settingsFields.payment_methods.write.safeParse(methods).error?.issues
    : undefined;
  const errorAt = (place: number) => problems?.find(({ path }) => path[0] === place)?.message;
  const general = error ?? problems?.find(({ path }) => path.length === 0)?.message;
  const left = usual.filter(({ id }) => !methods.some((method) => method.id === id));
  const isFull = methods.length >= MOST_METHODS;
  return (
    <Flex direction="column" gap="3">
      <chakra.p color="fg.muted">{messages.methodsHelp}</chakra.p>
      {methods.map((method, place) => (
        <MethodRow
          key={method.id}
          method={method}
          place={place + 1}
          error={errorAt(place)}
          disabled={disabled}
          onChange={(changed) => set(methods.map((one) => (one.id === method.id ? changed : one)))}
          onRemove={() => set(methods.filter(({ id }) => id !== method.id))}
        />
      ))}
      <Flex gap="2" wrap="wrap">
        {left.map((method) => (
          <Button key={method.id} variant="outline" disabled={disabled || isFull} onClick={() => add(method)}>
            <Plus size={16} aria-hidden />
            <bdi>{messages.usualMethod(method)}</bdi>
          </Button>
        ))}
        <Button
          variant="outline"
          disabled={disabled || isFull}
          onClick={() =>
            add({
              id: `method-${newMutationId().slice(0, 8)}`,
              name: '',
              name_ar: '',
              kind: 'wallet',
              asks_reference: false,
            })
          }
        >
          <Plus size={16} aria-hidden /> {messages.otherMethod}
        </Button>
      </Flex>
      {isFull && <chakra.p color="fg.muted">{choiceTexts.tooMany({ most: MOST_METHODS })}</chakra.p>}
      {general !== undefined && (
        <Field.Root invalid>
          <FieldError>{general}</FieldError>
        </Field.Root>
      )}
    </Flex>
  );
}
