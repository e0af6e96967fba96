import { Field } from './field.tsx';
import { FieldError } from './field-error.tsx';
import { PasswordInput, type PasswordInputProps } from './password-input.tsx';

interface PasswordFieldProps extends PasswordInputProps {
  readonly label: string;
  readonly error: string | undefined;
}

export function PasswordField({ label, error, ...input }: PasswordFieldProps) {
  return (
    <Field.Root invalid={!!error}>
      <Field.Label>{label}</Field.Label>
      <PasswordInput {...input} />
      <FieldError>{error}</FieldError>
    </Field.Root>
  );
}
