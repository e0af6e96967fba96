import { Button, chakra, Flex, Input, Text } from '@chakra-ui/react';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { asOf } from '#app/lib/branch-day.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { discard as discardOwn } from '#app/outbox/recovery/actions.ts';
import { type DiscardAnswer, type DiscardReason, discardedBy } from '#app/outbox/store/discarded.ts';
import { notify } from '#app/ui/toast/notify.ts';
import { typedText } from '#app/ui/typed-text.tsx';
import { describe } from '../describe.ts';
import { EnteredBy, EntryTitle } from '../entry-title.tsx';
import { EntryList } from '../list-section.tsx';
import { messages as panelMessages } from '../texts.en.ts';
import { useOutboxRead } from '../use-outbox-read.ts';
import { messages } from './texts.en.ts';

const reasonKeys = {
  twice: 'reasonTwice',
  'given-back': 'reasonGivenBack',
  mistake: 'reasonMistake',
  other: 'reasonOther',
  deleted: 'reasonDeleted',
  theirs: 'reasonTheirs',
  unsaid: 'reasonUnsaid',
} as const satisfies Record<DiscardReason, keyof typeof messages>;

const selectableReasons = () =>
  (['twice', 'given-back', 'mistake', 'other'] as const).map(
    (reason) => [reason, messages[reasonKeys[reason]]] as const,
  );

const reasonText = ({ reason, words }: DiscardAnswer): string => words || messages[reasonKeys[reason]];

interface DiscardFormProps {
  readonly entry: OutboxEntry;
  readonly title: string;
  /** By default as the signed-in user. */
  readonly discard?: ((answer: DiscardAnswer) => Promise<void>) | undefined;
  readonly onCancel: () => void;
  readonly onDiscarded?: (() => void) | undefined;
}

/** The whole line is the touch target: the browser's own circle would be too small. */
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

function DiscardForm({
  entry,
  title,
  discard = (answer) => discardOwn(entry.id, answer),
  onCancel,
  onDiscarded,
}: DiscardFormProps) {
  const [reason, setReason] = useState<DiscardReason>();
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const group = useId();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const explanation = text.trim();
    if (!reason) return setError(messages.chooseWhy);
    if (reason === 'other' && explanation === '') return setError(messages.writeWhy);
    onDiscarded?.();
    discard({ reason, ...(reason === 'other' && { words: explanation }) }).then(
      () => notify(messages.discardedToast({ title }), { kind: 'info' }),
      (error: unknown) =>
        notify(error instanceof Error ? error.message : messages.discardFailed, { kind: 'error' }),
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
              // biome-ignore lint/a11y/noAutofocus: the form replaces the button that was pressed
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

interface EntryActionsProps extends Omit<DiscardFormProps, 'onCancel'> {
  readonly children: ReactNode;
  readonly recommendsDiscard?: boolean;
  readonly disabled?: boolean;
  readonly hidden?: boolean;
}

/** The form of the reason takes the place of the buttons. */
export function EntryActions(props: EntryActionsProps) {
  const { children, recommendsDiscard = false, disabled = false, hidden = false, ...form } = props;
  const [asking, setAsking] = useState(false);
  if (asking) return <DiscardForm {...form} onCancel={() => setAsking(false)} />;
  if (hidden) return null;
  return (
    <Flex mt="3" gap="2" wrap="wrap">
      {children}
      <Button
        variant={recommendsDiscard ? 'solid' : 'ghost'}
        colorPalette="refused"
        disabled={disabled}
        aria-label={panelMessages.discardEntry({ title: form.title })}
        onClick={() => setAsking(true)}
      >
        {panelMessages.discard}
      </Button>
    </Flex>
  );
}

/**
 * Of the last 60 days, newest first. Discarding removes the entry from the outbox in the same transaction, so a change
 * of the outbox tells of it.
 */
export function DiscardedList({ now }: { readonly now: number }) {
  const discarded = useOutboxRead(discardedBy);
  if (discarded.length === 0) return null;
  return (
    <chakra.details>
      <chakra.summary
        minH="target"
        py="2.5"
        fontSize="sm"
        fontWeight="medium"
        color="fg.muted"
        cursor="pointer"
      >
        {messages.discardedCount({ count: discarded.length })}
      </chakra.summary>
      <EntryList aria-label={messages.discardedTitle}>
        {discarded.map((discardedEntry) => (
          <chakra.li key={discardedEntry.seq} px="4" py="3" bg="bg.subtle" borderRadius="md">
            <Text fontWeight="medium" overflowWrap="anywhere">
              <EntryTitle title={describe(discardedEntry.row)} />
            </Text>
            <EnteredBy entry={discardedEntry.row} isDiscarded />
            <Text
              mt="1"
              fontSize="sm"
              color="fg.muted"
              {...typedText(reasonText(discardedEntry))}
              overflowWrap="anywhere"
            >
              {reasonText(discardedEntry)}
            </Text>
            <Text fontSize="sm" color="fg.muted" dir="auto">
              {messages.discardedAt({ at: asOf(discardedEntry.at, now), by: discardedEntry.by })}
            </Text>
          </chakra.li>
        ))}
      </EntryList>
    </chakra.details>
  );
}
