import { Box, Button, chakra, Field, Flex, Grid, Input, Textarea } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import CircleCheck from 'lucide-react/icons/circle-check';
import { type FormEvent, type KeyboardEvent, useEffect, useState } from 'react';
import { ApiError, isTransient } from '#app/api/api-error.ts';
import { useConnection } from '#app/api/connection.ts';
import { isUnanswered } from '#app/calls/online-call.ts';
import { onDay } from '#app/lib/branch-day.ts';
import { numberInput } from '#app/lib/typed-digits.ts';
import { useWakeLock } from '#app/lib/wake-lock.ts';
import { useUser } from '#app/reads/branch-queries.ts';
import { closeQuery } from '#app/reads/drawer-queries.ts';
import { Callout } from '#app/ui/callout.tsx';
import { ErrorLine } from '#app/ui/error-line.tsx';
import { FieldError } from '#app/ui/field-error.tsx';
import { SaveBar } from '#app/ui/save-bar.tsx';
import { Surface } from '#app/ui/surface.tsx';
import { type CloseAnswer, denominations, type OwnDrawer } from '#contract/closes.ts';
import { inDigits } from '#contract/digits.ts';
import {
  formatDecimal,
  formatGrouped,
  formatMoney,
  type Piastres,
  parsePiastres,
  parseTypedAmount,
} from '#contract/money.ts';
import { closeText, countCall, useRecount, useSendCount } from './close-calls.ts';
import { CloseSheet, UnreadClose } from './close-sheet.tsx';
import {
  amountsOf,
  type CountInput,
  countOf,
  differsIn,
  readCount,
  removeCount,
  sumUp,
  writeCount,
} from './count-input.ts';
import { MethodsCount } from './methods-count.tsx';
import { PersonChoice } from './person-choice.tsx';
import { messages } from './texts.en.ts';

interface ClosedMeanwhileProps {
  readonly id: string;
  readonly onAnew: () => void;
}

function ClosedMeanwhile({ id, onAnew }: ClosedMeanwhileProps) {
  const read = useQuery(closeQuery(id));
  if (!read.data) return <UnreadClose reads={[read]} />;
  return (
    <Flex direction="column" gap="4" maxWidth="form">
      <Callout tone="waiting" icon={<CircleCheck size={18} aria-hidden />}>
        <p>{closeText(read.data)}</p>
        <p>{messages.notCountedTwice}</p>
        <Box marginBlockStart="2" _print={{ display: 'none' }}>
          <Button minHeight="target" variant="outline" onClick={onAnew}>
            {messages.countAnew}
          </Button>
        </Box>
      </Callout>
      <CloseSheet close={read.data} />
    </Flex>
  );
}

/** Enter moves to the next field, because a count is typed from top to bottom. */
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
  const name = inDigits(formatGrouped(value).replace(/\.00$/, ''));
  return (
    <Field.Root invalid={wrong}>
      <Flex align="center" gap="3" width="full">
        <Box flex="1">
          <Field.Label>
            <chakra.span srOnly>{messages.pieces({ value: name })}</chakra.span>
            <chakra.span fontWeight="semibold" dir="ltr" aria-hidden>
              {name}
            </chakra.span>
          </Field.Label>
        </Box>
        <Input
          {...numberInput(typed, 'amount')}
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
          {...numberInput(typed, 'amount')}
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

interface FirstCount {
  readonly asksFloat: boolean;
  readonly keptBefore: Piastres;
  readonly needsReason: boolean;
  readonly methods: OwnDrawer['methods'];
}

interface CountSheetProps {
  readonly count: CountInput;
  readonly onChange: (part: Partial<CountInput>) => void;
  readonly drawer: string;
  readonly first?: FirstCount;
  readonly submitLabel: string;
  readonly sending: { readonly isPending: boolean; readonly problem: string | undefined };
  readonly onSubmit: () => void;
  readonly onBack?: () => void;
}

function CountSheet(props: CountSheetProps) {
  const { count, onChange, drawer, first, submitLabel, sending, onSubmit, onBack } = props;
  const [tried, setTried] = useState(false);
  const offline = useConnection() === 'offline';
  const { isPending, problem } = sending;
  const { counted, wrong, isEmpty } = sumUp(count);
  const kept = parseTypedAmount(count.kept);
  const keptProblem = wrong.has('kept')
    ? messages.amountWrong
    : tried && kept !== undefined && kept > counted
      ? messages.keptTooMuch
      : undefined;
  const lacksReason = first?.needsReason === true && count.reason.trim() === '';
  const sums = first?.methods ?? [];
  const differs = sums.some(({ payment_method, total }) => {
    const ticked = count.methods[payment_method];
    return ticked !== undefined && differsIn(ticked, total) !== undefined;
  });
  const before = first?.keptBefore ?? 0n;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isEmpty || wrong.size > 0 || (kept ?? 0n) > counted || lacksReason || differs || offline) return;
    onSubmit();
  };
  return (
    <form noValidate onSubmit={submit}>
      <Grid
        gap="4"
        templateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }}
        alignItems="start"
      >
        <Surface as="section" padding="4">
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
                onType={(typed) => onChange({ pieces: { ...count.pieces, [formatDecimal(value)]: typed } })}
              />
            ))}
          </Grid>
        </Surface>
        <Flex direction="column" gap="4">
          <Surface display="flex" as="section" flexDirection="column" gap="4" padding="4">
            <Amount
              label={messages.other}
              typed={count.other}
              error={wrong.has('other') ? messages.amountWrong : undefined}
              onType={(other) => onChange({ other })}
            />
            {first?.asksFloat && (
              <Amount
                label={messages.float}
                typed={count.float}
                error={wrong.has('float') ? messages.amountWrong : undefined}
                onType={(float) => onChange({ float })}
              />
            )}
            <Amount
              label={messages.kept}
              typed={count.kept}
              error={keptProblem}
              onType={(text) => onChange({ kept: text })}
            >
              {before > 0n && (
                <Button
                  variant="outline"
                  flexShrink="0"
                  onClick={() => onChange({ kept: formatGrouped(before) })}
                >
                  {messages.keptAsBefore({ amount: formatMoney(before) })}
                </Button>
              )}
            </Amount>
            {counted > (kept ?? 0n) && (
              <PersonChoice
                label={messages.receiverOfClose({ amount: formatMoney(counted - (kept ?? 0n)) })}
                optional
                value={count}
                onChange={onChange}
                without={drawer}
              />
            )}
            {first && (
              <Field.Root>
                <Field.Label>{messages.notes}</Field.Label>
                <Input
                  value={count.notes}
                  onChange={({ target }) => onChange({ notes: target.value })}
                  maxLength={2000}
                  autoComplete="off"
                  dir="auto"
                />
              </Field.Root>
            )}
            {first?.needsReason && (
              <Field.Root required invalid={tried && lacksReason}>
                <Field.Label>{messages.reasonForOther}</Field.Label>
                <Textarea
                  value={count.reason}
                  onChange={({ target }) => onChange({ reason: target.value })}
                  maxLength={2000}
                  rows={2}
                  dir="auto"
                />
                <Field.HelperText>
                  <FieldError>{tried && lacksReason ? messages.reasonForOtherMissing : undefined}</FieldError>
                </Field.HelperText>
              </Field.Root>
            )}
          </Surface>
          <MethodsCount
            sums={sums}
            count={count}
            tried={tried}
            onChange={(methods) => onChange({ methods })}
          />
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
        <Flex gap="3" wrap="wrap">
          {onBack && (
            <Button variant="outline" colorPalette="neutral" disabled={isPending} onClick={onBack}>
              {messages.recountBack}
            </Button>
          )}
          <Button
            type="submit"
            minWidth="40"
            loading={isPending}
            loadingText={messages.submitting}
            disabled={offline}
          >
            {submitLabel}
          </Button>
        </Flex>
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

function problemOf(error: Error | null, unanswered: string): string | undefined {
  const isUnanswered = error instanceof ApiError && isTransient(error) && error.status === undefined;
  return isUnanswered ? unanswered : error?.message;
}

interface Counted {
  readonly answer: CloseAnswer;
}

interface CountFormProps {
  readonly drawer: Pick<OwnDrawer, 'last' | 'kept' | 'methods'>;
  readonly user?: string;
  readonly onCounted: (close: CloseAnswer) => void;
}

export function CountForm({ drawer, user, onCounted }: CountFormProps) {
  useWakeLock(true);
  const [count, setCount] = useState(() => readCount(user));
  const send = useSendCount(user);
  const ownId = useUser()?.id;
  const last = drawer.last === null ? null : String(drawer.last);
  const change = (part: Partial<CountInput>) => {
    const next = { after: last, ...count, ...part };
    setCount(next);
    writeCount(next, user);
  };
  // The same person has closed it on another device, in another tab, or by a press whose answer was lost.
  const isClosed = !sumUp(count).isEmpty && count.after !== undefined && count.after !== last;
  const isLost = isClosed && isUnanswered(countCall, user);
  const sendCount = () => {
    const { after = last } = count;
    const onSuccess = ({ answer }: Counted) => onCounted(answer);
    const onError = (failure: Error) => {
      if (failure instanceof ApiError && failure.status === 409) change({ after });
    };
    send.mutate({ count, after }, { onSuccess, onError });
  };
  // Its result is there: the same press is repeated for it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each lost answer
  useEffect(() => {
    if (isLost && !send.isPending) sendCount();
  }, [isLost]);
  const countAnew = () => {
    removeCount(user);
    setCount(readCount(user));
    send.reset();
  };
  if (isClosed && !isLost && last !== null) return <ClosedMeanwhile id={last} onAnew={countAnew} />;
  const keptBefore = drawer.kept === null ? 0n : parsePiastres(drawer.kept);
  return (
    <CountSheet
      count={count}
      onChange={change}
      drawer={user ?? String(ownId)}
      first={{
        asksFloat: drawer.last === null,
        keptBefore,
        needsReason: user !== undefined,
        methods: drawer.methods,
      }}
      submitLabel={user === undefined ? messages.submit : messages.submitForOther}
      sending={{ isPending: send.isPending, problem: problemOf(send.error, messages.countStays) }}
      onSubmit={sendCount}
    />
  );
}

interface RecountFormProps {
  readonly close: CloseAnswer;
  readonly onCounted: (close: CloseAnswer) => void;
  readonly onBack: () => void;
}

export function RecountForm({ close, onCounted, onBack }: RecountFormProps) {
  useWakeLock(true);
  const [count, setCount] = useState(() => countOf(close));
  const { mutate, isPending, error } = useRecount();
  const onSuccess = ({ answer }: Counted) => onCounted(answer);
  return (
    <>
      <chakra.p marginBlockEnd="4">{messages.recountAbout({ time: onDay(close.created_at) })}</chakra.p>
      <CountSheet
        count={count}
        onChange={(part) => setCount({ ...count, ...part })}
        drawer={close.user}
        submitLabel={messages.recountSubmit}
        sending={{ isPending, problem: problemOf(error, messages.needsConnection) }}
        onSubmit={() => mutate({ id: close.id, body: amountsOf(count) }, { onSuccess })}
        onBack={onBack}
      />
    </>
  );
}
