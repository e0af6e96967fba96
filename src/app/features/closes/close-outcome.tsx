import { Button, chakra, Field, Flex, Textarea } from '@chakra-ui/react';
import CircleCheck from 'lucide-react/icons/circle-check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { type FormEvent, useState } from 'react';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { ErrorLine } from '#app/ui/error-line.tsx';
import { FieldError } from '#app/ui/field-error.tsx';
import type { CloseAnswer } from '#contract/closes.ts';
import { parsePiastres } from '#contract/money.ts';
import { differenceText, useFinishClose } from './close-calls.ts';
import { CloseSheet } from './close-sheet.tsx';
import { RecountForm } from './count-form.tsx';
import { messages } from './texts.en.ts';

function Verdict({ close: { difference, finished_at } }: { readonly close: CloseAnswer }) {
  const amount = parsePiastres(difference);
  const isExact = amount === 0n;
  const tone = isExact ? 'settled' : 'waiting';
  const Icon = isExact ? CircleCheck : TriangleAlert;
  return (
    <chakra.p
      role="status"
      display="flex"
      gap="2"
      alignItems="center"
      padding="3"
      borderRadius="md"
      fontWeight="semibold"
      background={`${tone}.soft`}
      color={`${tone}.fg`}
    >
      <Icon size={20} aria-hidden /> {isExact ? messages.matches : differenceText(amount)}{' '}
      {!isExact && finished_at !== null && messages.closed}
    </chakra.p>
  );
}

interface ReasonFormProps {
  readonly close: CloseAnswer;
  readonly onFinished: (close: CloseAnswer) => void;
  readonly onRecount: () => void;
}

function ReasonForm({ close, onFinished, onRecount }: ReasonFormProps) {
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const finish = useFinishClose();
  const missing = tried && reason.trim() === '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (reason.trim() !== '')
      finish.mutate(
        { id: close.id, reason: reason.trim() },
        { onSuccess: ({ answer }) => onFinished(answer) },
      );
  };
  const { error } = finish;
  return (
    <chakra.form
      noValidate
      onSubmit={submit}
      display="flex"
      flexDirection="column"
      gap="3"
      _print={{ display: 'none' }}
    >
      <Field.Root required invalid={missing}>
        <Field.Label>{messages.reason}</Field.Label>
        <Textarea
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          maxLength={2000}
          rows={2}
          dir="auto"
        />
        <Field.HelperText>
          <FieldError>{missing ? messages.reasonMissing : undefined}</FieldError>
        </Field.HelperText>
      </Field.Root>
      {error && <ErrorLine message={error.message} />}
      <Flex gap="3" wrap="wrap">
        <Button type="submit" minWidth="40" loading={finish.isPending} loadingText={messages.finishing}>
          {messages.finish}
        </Button>
        {close.recount_until !== undefined && (
          <Button variant="outline" colorPalette="neutral" disabled={finish.isPending} onClick={onRecount}>
            {messages.recount}
          </Button>
        )}
      </Flex>
    </chakra.form>
  );
}

interface CloseOutcomeProps {
  readonly close: CloseAnswer;
  /** Called when the reason was given or the drawer counted again; absent where the close is only shown. */
  readonly onFinished?: (close: CloseAnswer) => void;
  readonly onDone?: () => void;
}

export function CloseOutcome({ close, onFinished, onDone }: CloseOutcomeProps) {
  const waits = close.finished_at === null;
  const [recounts, setRecounts] = useState(false);
  if (waits && recounts && onFinished) {
    const counted = (next: CloseAnswer) => {
      setRecounts(false);
      onFinished(next);
    };
    return <RecountForm close={close} onCounted={counted} onBack={() => setRecounts(false)} />;
  }
  return (
    <Flex direction="column" gap="4" maxWidth="form">
      <Verdict close={close} />
      {waits && onFinished && (
        <ReasonForm close={close} onFinished={onFinished} onRecount={() => setRecounts(true)} />
      )}
      <CloseSheet close={close} />
      {!waits && (
        <Flex gap="3" _print={{ display: 'none' }}>
          <Button variant={onDone ? 'outline' : 'solid'} minWidth="32" onClick={() => window.print()}>
            {appMessages.print}
          </Button>
          {onDone && (
            <Button minWidth="32" onClick={onDone} autoFocus>
              {appMessages.done}
            </Button>
          )}
        </Flex>
      )}
    </Flex>
  );
}
