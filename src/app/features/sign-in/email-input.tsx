import { Input } from '@chakra-ui/react';
import type { ComponentProps } from 'react';

export function EmailInput(input: ComponentProps<typeof Input>) {
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
