import { Input, type InputProps } from '@chakra-ui/react';

/** Renders the input of the email address for sign-in. */
export function EmailInput(input: InputProps) {
  return (
    <Input
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
