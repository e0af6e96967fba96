import { Button, chakra, Flex, Input, Text } from '@chakra-ui/react';
import { type FormEvent, useId, useState } from 'react';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { discard as discardOwn } from '#app/outbox/recovery/actions.ts';
import type { DiscardAnswer, DiscardReason } from '#app/outbox/store/discarded.ts';
import { notify } from '#app/ui/toast/notify.ts';
import { messages as panelMessages } from '../texts.en.ts';
import { selectableReasons } from './discard-reasons.ts';
import { messages } from './texts.en.ts';

interface DiscardDialogProps {
  readonly entry: OutboxEntry;
  readonly title: string;
  /** Discards the entry with the reason; by default one of the signed-in user. */
  readonly discard?: (answer: DiscardAnswer) => Promise<void>;
  readonly onCancel: () => void;
  /** Called when the reason was confirmed. */
  readonly onDiscarded: () => void;
}

/** A radio option whose whole line is the touch target: the browser's own circle would be too small. */
const ReasonOption = chakra('label', {
  base: {
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    minHeight: 'target',
    cursor: 'pointer',
    '& input': {
      position: 'absolute',
      inset: '0',
      width: 'full',
      height: 'full',
      opacity: 0,
      cursor: 'pointer',
    },
    '& span': {
      boxSize: '5',
      flexShrink: 0,
      borderRadius: 'full',
      borderWidth: '2px',
      borderColor: 'border.control',
    },
    '& input:checked + span': { borderColor: 'accent.solid', borderWidth: '6px' },
    '& input:focus-visible + span': { outline: '2px solid {colors.accent.solid}', outlineOffset: '2px' },
  },
});

/** Asks for a reason before an entry is discarded; it is stored with the entry. */
export function DiscardDialog({
  entry,
  title,
  discard = (answer) => discardOwn(entry.id, answer),
  onCancel,
  onDiscarded,
}: DiscardDialogProps) {
  const [reason, setReason] = useState<DiscardReason>();
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const group = useId();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const explanation = text.trim();
    if (!reason) return setError(messages.chooseWhy);
    if (reason === 'other' && explanation === '') return setError(messages.writeWhy);
    onDiscarded();
    discard({ reason, ...(reason === 'other' && { words: explanation }) }).then(
      () => notify(messages.discardedToast({ title }), { kind: 'info' }),
      (error: unknown) =>
        notify(error instanceof Error ? error.message : messages.discardFailed, {
          kind: 'error',
        }),
    );
  };

  return (
    <chakra.form noValidate mt="3" aria-label={messages.discardHeading({ title })} onSubmit={submit}>
      <Text fontSize="sm" fontWeight="medium" color="refused.fg">
        {entry.uncertain ? messages.discardUncertain : messages.discardCertain}
      </Text>
      <chakra.fieldset mt="2" role="radiogroup" aria-describedby={error && `${group}-missing`}>
        <chakra.legend fontSize="sm" fontWeight="medium">
          {messages.discardWhy}
        </chakra.legend>
        {selectableReasons().map(([value, label], at) => (
          <ReasonOption key={value}>
            <input
              type="radio"
              name={group}
              value={value}
              checked={reason === value}
              // biome-ignore lint/a11y/noAutofocus: the dialog replaces the button that was pressed
              autoFocus={at === 0}
              onChange={() => {
                setReason(value);
                setError(undefined);
              }}
            />
            <span aria-hidden />
            {label}
          </ReasonOption>
        ))}
      </chakra.fieldset>
      {reason === 'other' && (
        <Input
          mt="1"
          dir="auto"
          maxLength={255}
          aria-label={messages.whyInWords}
          placeholder={messages.whyInWords}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      {error && (
        <Text
          id={`${group}-missing`}
          role="alert"
          mt="2"
          fontSize="sm"
          fontWeight="medium"
          color="refused.fg"
        >
          {error}
        </Text>
      )}
      <Flex mt="3" gap="2" wrap="wrap">
        <Button type="submit" colorPalette="refused">
          {panelMessages.discard}
        </Button>
        <Button variant="outline" colorPalette="neutral" onClick={onCancel}>
          {messages.keep}
        </Button>
      </Flex>
    </chakra.form>
  );
}
