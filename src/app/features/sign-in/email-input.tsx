import { Input, type InputProps } from '@chakra-ui/react';

/** Where someone types the address that they sign in with. */
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
