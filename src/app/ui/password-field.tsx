import { Field, Flex, IconButton, Input } from '@chakra-ui/react';
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import type { ComponentProps } from 'react';
import { FieldError } from './field-error.tsx';
import { messages } from './texts.en.ts';

interface PasswordInputProps extends ComponentProps<typeof Input> {
  readonly shown: boolean;
  /** Absent if another field's button does it. */
  readonly onToggle?: () => void;
}

function PasswordInput({ shown, onToggle, ...input }: PasswordInputProps) {
  return (
    <Flex position="relative" width="full">
      <Input
        type={shown ? 'text' : 'password'}
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        // Its own direction decides where its end is; the button is at the end of the page's.
        pe="12"
        _rtl={{ pe: '3', ps: '12' }}
        {...input}
      />
      {onToggle && (
        <IconButton
          variant="plain"
          colorPalette="neutral"
          position="absolute"
          insetInlineEnd="0"
          color="fg.muted"
          aria-label={shown ? messages.hidePassword : messages.showPassword}
          onClick={onToggle}
        >
          {shown ? <EyeOff size={18} /> : <Eye size={18} />}
        </IconButton>
      )}
    </Flex>
  );
}

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
