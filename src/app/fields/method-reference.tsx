import { Field, Input } from '@chakra-ui/react';
import { FieldError } from '#app/ui/field-error.tsx';
import { labels } from '#contract/texts/labels.en.ts';

interface MethodReferenceProps {
  readonly name: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | undefined;
  readonly disabled: boolean;
}

export function MethodReference({ name, value, onChange, error, disabled }: MethodReferenceProps) {
  return (
    <Field.Root required invalid={error !== undefined} disabled={disabled}>
      <Field.Label>{labels.paymentReference}</Field.Label>
      <Input
        name={name}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        autoComplete="off"
        spellCheck={false}
        maxLength={255}
        dir="ltr"
      />
      <Field.HelperText>
        <FieldError>{error}</FieldError>
      </Field.HelperText>
    </Field.Root>
  );
}
