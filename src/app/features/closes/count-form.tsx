import { Box, Button, chakra, Flex, Grid, Input, Textarea } from '@chakra-ui/react';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { isTransient } from '#app/api/api-error.ts';
import { useConnection } from '#app/api/connection.ts';
import { ErrorLine } from '#app/ui/error-line.tsx';
import { Field } from '#app/ui/field.tsx';
import { FieldError } from '#app/ui/field-error.tsx';
import { SaveBar } from '#app/ui/save-bar.tsx';
import { type CloseAnswer, denominations, type OwnDrawer } from '#contract/closes.ts';
import {
  formatDecimal,
  formatGrouped,
  formatMoney,
  parsePiastres,
  parseTypedAmount,
} from '#contract/money.ts';
import { useSendCount } from './close-mutations.ts';
import { type CountDraft, readCount, sumUp, writeCount } from './count-draft.ts';
import { messages } from './messages.ts';

/** Enter goes on to the next field: a count is typed from top to bottom. */
function goOn(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter') return;
  const inputs = [...(event.currentTarget.form?.querySelectorAll('input') ?? [])];
  const next = inputs[inputs.indexOf(event.currentTarget) + 1];
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.select();
}

interface PiecesProps {
  readonly value: bigint;
  readonly typed: string;
  readonly wrong: boolean;
  readonly onType: (typed: string) => void;
}

function Pieces({ value, typed, wrong, onType }: PiecesProps) {
  const name = formatGrouped(value).replace(/\.00$/, '');
  return (
    <Field.Root invalid={wrong}>
      <Flex align="center" gap="3" width="full">
        <Box flex="1">
          <Field.Label dir="ltr">
            <chakra.span srOnly>{messages.pieces({ value: name })}</chakra.span>
            <chakra.span fontWeight="semibold" aria-hidden>
              {name}
            </chakra.span>
          </Field.Label>
        </Box>
        <Input
          value={typed}
          onChange={({ target }) => onType(target.value)}
          onKeyDown={goOn}
          inputMode="numeric"
          autoComplete="off"
          maxLength={5}
          width="24"
          dir="ltr"
          textAlign="end"
        />
      </Flex>
      <Field.HelperText>
        <FieldError>{wrong ? messages.piecesWrong : undefined}</FieldError>
      </Field.HelperText>
    </Field.Root>
  );
}

interface AmountProps {
  readonly label: string;
  readonly typed: string;
  readonly error: string | undefined;
  readonly onType: (typed: string) => void;
  readonly children?: React.ReactNode;
}

function Amount({ label, typed, error, onType, children }: AmountProps) {
  return (
    <Field.Root invalid={error !== undefined}>
      <Field.Label>{label}</Field.Label>
      <Flex gap="2" width="full">
        <Input
          value={typed}
          onChange={({ target }) => onType(target.value)}
          onKeyDown={goOn}
          inputMode="decimal"
          autoComplete="off"
          dir="ltr"
          textAlign="end"
        />
        {children}
      </Flex>
      <Field.HelperText>
        <FieldError>{error}</FieldError>
      </Field.HelperText>
    </Field.Root>
  );
}

interface CountFormProps {
  readonly drawer: Pick<OwnDrawer, 'last' | 'kept'>;
  /** The disabled user whose drawer a manager closes; undefined for the own one. */
  readonly user?: string;
  readonly onCounted: (close: CloseAnswer) => void;
}

/** Counts the drawer by notes and coins; what is expected is not known here (decision 54). */
export function CountForm({ drawer, user, onCounted }: CountFormProps) {
  const [count, setCount] = useState<CountDraft>(() => readCount(user));
  const [tried, setTried] = useState(false);
  const offline = useConnection() === 'offline';
  const send = useSendCount(user);
  const lacksReason = user !== undefined && count.reason.trim() === '';
  const { counted, wrong, isEmpty } = sumUp(count);
  const kept = parseTypedAmount(count.kept);
  const keptProblem = wrong.has('kept')
    ? messages.amountWrong
    : tried && kept !== undefined && kept > counted
      ? messages.keptTooMuch
      : undefined;
  const change = (part: Partial<CountDraft>) => {
    const next = { ...count, ...part, key: undefined };
    setCount(next);
    writeCount(next, user);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isEmpty || wrong.size > 0 || (kept ?? 0n) > counted || lacksReason || offline) return;
    send.mutate(
      {
        count: { ...count, key: readCount(user).key },
        after: drawer.last === null ? null : String(drawer.last),
      },
      { onSuccess: onCounted },
    );
  };
  const problem = send.error && (isTransient(send.error) ? messages.needsConnection : send.error.message);
  const before = drawer.kept === null ? 0n : parsePiastres(drawer.kept);
  return (
    <form noValidate onSubmit={submit}>
      <Grid
        gap="4"
        templateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }}
        alignItems="start"
      >
        <Box as="section" background="bg.surface" borderWidth="1px" borderRadius="md" padding="4">
          <chakra.h2 fontWeight="semibold" marginBlockEnd="3">
            {messages.notesAndCoins}
          </chakra.h2>
          <Grid gap="2" columnGap="8" templateColumns={{ base: '1fr', sm: 'repeat(2, 1fr)', lg: '1fr' }}>
            {denominations.map((value) => (
              <Pieces
                key={String(value)}
                value={value}
                typed={count.pieces[formatDecimal(value)] ?? ''}
                wrong={wrong.has(formatDecimal(value))}
                onType={(typed) => change({ pieces: { ...count.pieces, [formatDecimal(value)]: typed } })}
              />
            ))}
          </Grid>
        </Box>
        <Flex
          as="section"
          direction="column"
          gap="4"
          background="bg.surface"
          borderWidth="1px"
          borderRadius="md"
          padding="4"
        >
          <Amount
            label={messages.other}
            typed={count.other}
            error={wrong.has('other') ? messages.amountWrong : undefined}
            onType={(other) => change({ other })}
          />
          {drawer.last === null && (
            <Amount
              label={messages.float}
              typed={count.float}
              error={wrong.has('float') ? messages.amountWrong : undefined}
              onType={(float) => change({ float })}
            />
          )}
          <Amount
            label={messages.kept}
            typed={count.kept}
            error={keptProblem}
            onType={(text) => change({ kept: text })}
          >
            {before > 0n && (
              <Button
                variant="outline"
                flexShrink="0"
                onClick={() => change({ kept: formatGrouped(before) })}
              >
                {messages.keptAsBefore({ amount: formatMoney(before) })}
              </Button>
            )}
          </Amount>
          <Field.Root>
            <Field.Label>{messages.notes}</Field.Label>
            <Input
              value={count.notes}
              onChange={({ target }) => change({ notes: target.value })}
              maxLength={2000}
              autoComplete="off"
              dir="auto"
            />
          </Field.Root>
          {user !== undefined && (
            <Field.Root required invalid={tried && lacksReason}>
              <Field.Label>{messages.reasonForOther}</Field.Label>
              <Textarea
                value={count.reason}
                onChange={({ target }) => change({ reason: target.value })}
                maxLength={2000}
                rows={2}
                dir="auto"
              />
              <Field.HelperText>
                <FieldError>{tried && lacksReason ? messages.reasonForOtherMissing : undefined}</FieldError>
              </Field.HelperText>
            </Field.Root>
          )}
        </Flex>
      </Grid>
      <SaveBar
        align="center"
        justify="space-between"
        gap="3"
        wrap="wrap"
        marginBlockStart="4"
        background="bg.canvas"
      >
        <chakra.p aria-live="polite" fontSize="lg" fontWeight="semibold">
          {messages.counted} <bdi dir="ltr">{formatMoney(counted)}</bdi>
        </chakra.p>
        <Button
          type="submit"
          minWidth="40"
          loading={send.isPending}
          loadingText={messages.submitting}
          disabled={offline}
        >
          {user === undefined ? messages.submit : messages.submitForOther}
        </Button>
        {tried && isEmpty && (
          <Box flexBasis="full">
            <ErrorLine message={messages.countFirst} />
          </Box>
        )}
        {problem && (
          <Box flexBasis="full">
            <ErrorLine message={problem} />
          </Box>
        )}
      </SaveBar>
    </form>
  );
}
