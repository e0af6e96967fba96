import type { ComponentProps } from 'react';
import { TextInput } from '#app/ui/field.tsx';

/** Renders the input of the email address for sign-in. */
export function EmailInput(input: ComponentProps<typeof TextInput>) {
  return (
    <TextInput
      type="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      dir="ltr"
      {...input}
    />
  );
}
