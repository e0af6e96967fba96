import { chakra, Field } from '@chakra-ui/react';
import { memo, type ReactNode } from 'react';
import { FieldError } from '#app/ui/field-error.tsx';
import type { Field as DeclaredField } from '#contract/fields.ts';
import type { InputProps } from './field-control.ts';
import { messages } from './texts.en.ts';

interface FieldFrameProps extends Pick<InputProps, 'field' | 'error' | 'help' | 'hidesLabel' | 'disabled'> {
  readonly children: ReactNode;
}

interface FieldLabelProps extends Pick<DeclaredField, 'label' | 'optional'> {
  readonly hidden: boolean | undefined;
}

const FieldLabel = memo(function FieldLabel({ label, optional, hidden }: FieldLabelProps) {
  return (
    <Field.Label srOnly={hidden}>
      {label}{' '}
      {optional && (
        <chakra.span color="fg.muted" fontWeight="normal">
          {messages.optional}
        </chakra.span>
      )}
    </Field.Label>
  );
});

export function FieldFrame({ field, error, help, hidesLabel, disabled, children }: FieldFrameProps) {
  return (
    <Field.Root invalid={error !== undefined} required={!field.optional} disabled={disabled}>
      <FieldLabel label={field.label} optional={field.optional} hidden={hidesLabel} />
      {children}
      {(error ?? help) !== undefined && (
        // `aria-describedby` names the help text, so the error is inside of it.
        <Field.HelperText>{error === undefined ? help : <FieldError>{error}</FieldError>}</Field.HelperText>
      )}
    </Field.Root>
  );
}
