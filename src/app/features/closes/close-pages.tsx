import { Box, Button, chakra, Field, Flex, Textarea } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import CircleCheck from 'lucide-react/icons/circle-check';
import Clock from 'lucide-react/icons/clock';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { useConnection } from '#app/api/connection.ts';
import { CLOSE_DAY_PATH, CLOSES_PAGE_PATH, SYNC_PATH } from '#app/lib/paths.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { branchQuery } from '#app/reads/branch-queries.ts';
import { closeQuery, openDrawersQuery, ownDrawerQuery } from '#app/reads/drawer-queries.ts';
import { useOutboxSelector } from '#app/reads/use-outbox.ts';
import { Permitted } from '#app/resources/permitted-screen.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { ErrorLine } from '#app/ui/error-line.tsx';
import { FieldError } from '#app/ui/field-error.tsx';
import { OfflineNote } from '#app/ui/offline-note.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import type { CloseAnswer } from '#contract/closes.ts';
import { parsePiastres } from '#contract/money.ts';
import { CashMoves } from './cash-moves.tsx';
import { differenceText, useFinishClose, useShownClose } from './close-calls.ts';
import { CloseSheet, UnreadClose } from './close-sheet.tsx';
import { CountForm, RecountForm } from './count-form.tsx';
import { readCount, sumUp } from './count-input.ts';
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
  readonly onFinished?: (close: CloseAnswer) => void;
  readonly onDone?: () => void;
}

function CloseOutcome({ close, onFinished, onDone }: CloseOutcomeProps) {
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

interface ClosingPageProps {
  readonly title: string;
  readonly about?: string | undefined;
  readonly back: string;
  readonly offlineText?: string;
  readonly children: ReactNode;
}

function ClosingPage({ title, about, back, offlineText, children }: ClosingPageProps) {
  const offline = useConnection() === 'offline';
  return (
    <Box width="full">
      <Box _print={{ display: 'none' }}>
        <PageHeading title={title} about={about} back={back} />
        {offlineText !== undefined && <OfflineNote shown={offline} updatedAt={0} text={offlineText} />}
      </Box>
      {children}
    </Box>
  );
}

function PendingNote() {
  const waiting = useOutboxSelector(({ pending, needsYou }) => pending + needsYou);
  if (waiting === 0) return null;
  return (
    <Box marginBlockEnd="4">
      <Callout tone="waiting" icon={<Clock size={18} aria-hidden />}>
        <p>{messages.pending({ count: waiting })}</p>
        <Button asChild size="sm" minHeight="target" variant="outline" marginBlockStart="2">
          <Link to={SYNC_PATH}>{messages.openSync}</Link>
        </Button>
      </Callout>
    </Box>
  );
}

export function CloseDayPage() {
  const { data: branch } = useQuery(branchQuery());
  const read = useQuery({ ...ownDrawerQuery(), enabled: branch?.closes === true, staleTime: 0 });
  const drawer = read.data;
  const offline = useConnection() === 'offline';
  const navigate = useNavigate();
  const { close, show } = useShownClose(drawer?.unfinished ?? undefined);
  const showsForm = drawer !== undefined && close === undefined;
  const offlineText = showsForm
    ? messages.countStays
    : close === undefined && !sumUp(readCount()).isEmpty
      ? messages.countKept
      : messages.needsConnection;
  const body = () => {
    if (branch && !branch.closes) return <p>{messages.notKnown}</p>;
    if (close) return <CloseOutcome close={close} onFinished={show} onDone={() => void navigate('/')} />;
    if (drawer)
      return (
        <>
          <PendingNote />
          <CashMoves fallback={CLOSE_DAY_PATH} />
          <CountForm drawer={drawer} onCounted={show} />
        </>
      );
    return <UnreadClose reads={[read]} offline={offline} />;
  };
  return (
    <ClosingPage
      title={appMessages.closeDrawer}
      about={close ? undefined : messages.countAbout}
      back="/"
      offlineText={offlineText}
    >
      {body()}
    </ClosingPage>
  );
}

/** A manager closes the drawer of a disabled user (decision 120). An unfinished close is finished instead. */
export function CloseForPage() {
  return (
    <Permitted needs="drawer.close-disabled">
      <CloseFor />
    </Permitted>
  );
}

function CloseFor() {
  const { user = '' } = useParams();
  const navigate = useNavigate();
  const offline = useConnection() === 'offline';
  const open = useQuery({ ...openDrawersQuery(), staleTime: 0 });
  const drawer = open.data?.drawers.find((one) => one.user === user && one.disabled);
  const waiting = drawer?.unfinished ?? undefined;
  const unfinished = useQuery({ ...closeQuery(waiting ?? ''), enabled: waiting !== undefined });
  const { close, show } = useShownClose(unfinished.data);
  const showsForm = drawer !== undefined && close === undefined && waiting === undefined;
  const name = drawer?.user_name ?? close?.user_name;
  const body = () => {
    if (close)
      return <CloseOutcome close={close} onFinished={show} onDone={() => void navigate(CLOSES_PAGE_PATH)} />;
    if (drawer && waiting === undefined)
      return (
        <CountForm
          drawer={{ last: drawer.last ?? null, kept: drawer.kept ?? null }}
          user={user}
          onCounted={show}
        />
      );
    const hasFailed = !offline && (open.error ?? unfinished.error) !== null;
    if (open.data && !drawer && !hasFailed) return <p>{messages.notForOther}</p>;
    return <UnreadClose reads={[open, unfinished]} offline={offline} />;
  };
  return (
    <ClosingPage
      title={name === undefined ? messages.closeForOther : messages.closeForOtherOf({ name })}
      about={close || name === undefined ? undefined : messages.closeForOtherAbout({ name })}
      back={CLOSES_PAGE_PATH}
      offlineText={showsForm ? messages.countStays : messages.needsConnection}
    >
      {body()}
    </ClosingPage>
  );
}

export function ClosePage() {
  const { id = '' } = useParams();
  const read = useQuery(closeQuery(id));
  const close = read.data;
  return (
    <ClosingPage
      title={close ? messages.closeOf({ name: close.user_name }) : messages.listTitle}
      back={CLOSES_PAGE_PATH}
    >
      {close ? <CloseOutcome close={close} /> : <UnreadClose reads={[read]} />}
    </ClosingPage>
  );
}
