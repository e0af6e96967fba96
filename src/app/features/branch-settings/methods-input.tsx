import { Button, Field, NativeSelect } from '@chakra-ui/react';
import Check from 'lucide-react/icons/check';
import { newMutationId } from '#app/outbox/model/ids.ts';
import { CASH, type MethodKind, MOST_METHODS, methodKinds, readMethod } from '#contract/payment-methods.ts';
import { Entries, type ListInputProps } from './list-input.tsx';
import { messages } from './texts.en.ts';

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
