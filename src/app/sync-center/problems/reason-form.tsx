import { Button, chakra, Flex } from '@chakra-ui/react';
import { type FormEvent, useState } from 'react';
import { messages as appMessages } from '#app/lib/messages.ts';
import { Field, TextInput } from '#app/ui/field.tsx';
import { messages } from './messages.ts';

interface ReasonFormProps {
  readonly title: string;
  readonly onReason: (reason: string) => void;
  readonly onCancel: () => void;
}

/** Asks why a payment with a printed receipt is deleted; the receipt keeps the reason (decision 55). */
export function ReasonForm({ title, onReason, onCancel }: ReasonFormProps) {
  const [typed, setTyped] = useState('');
  const [missing, setMissing] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const reason = typed.trim();
    if (reason === '') setMissing(true);
    else onReason(reason);
  };
  return (
    <chakra.form noValidate mt="3" aria-label={messages.reasonOf({ title })} onSubmit={submit}>
      <Field.Root required invalid={missing}>
        <Field.Label>{appMessages.reason}</Field.Label>
        <TextInput
          dir="auto"
          maxLength={255}
          autoFocus
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            setMissing(false);
          }}
        />
        <Field.ErrorText>{messages.writeReason}</Field.ErrorText>
      </Field.Root>
      <Flex mt="3" gap="2" wrap="wrap">
        <Button type="submit" colorPalette="refused">
          {messages.deleteWithReason}
        </Button>
        <Button variant="outline" colorPalette="neutral" onClick={onCancel}>
          {appMessages.cancel}
        </Button>
      </Flex>
    </chakra.form>
  );
}
