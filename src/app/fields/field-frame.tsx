import { chakra, Field } from '@chakra-ui/react';
import { memo, type ReactNode } from 'react';
import { FieldError } from '#app/ui/field-error.tsx';
import type { Field as DeclaredField } from '#contract/fields.ts';
import type { InputProps } from './field-control.ts';
import { messages } from './texts.en.ts';

interface FieldFrameProps extends Pick<InputProps, 'field' | 'error' | 'help' | 'disabled'> {
  readonly children: ReactNode;
}

const FieldLabel = memo(function FieldLabel({ label, optional }: Pick<DeclaredField, 'label' | 'optional'>) {
  return (
    <Field.Label>
      {label}{' '}
      {optional && (
        <chakra.span color="fg.muted" fontWeight="normal">
          {messages.optional}
        </chakra.span>
      )}
    </Field.Label>
  );
});

export function FieldFrame({ field, error, help, disabled, children }: FieldFrameProps) {
  return (
    <Field.Root invalid={error !== undefined} required={!field.optional} disabled={disabled}>
      <FieldLabel label={field.label} optional={field.optional} />
      {children}
      {(error ?? help) !== undefined && (
        // `aria-describedby` names the help text, so the error is inside of it.
        <Field.HelperText>{error === undefined ? help : <FieldError>{error}</FieldError>}</Field.HelperText>
      )}
    </Field.Root>
  );
}
