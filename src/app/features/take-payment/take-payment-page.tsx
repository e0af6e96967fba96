import { Box, Button, chakra, Flex } from '@chakra-ui/react';
import CircleCheck from 'lucide-react/icons/circle-check';
import { useRef, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import { useConnection } from '#app/api/connection.ts';
import { textOf } from '#app/fields/field-control.ts';
import { referenceControl } from '#app/fields/reference.tsx';
import { useNavigationState } from '#app/lib/navigation-state.ts';
import { DEBTS_SCREEN, TAKE_PAYMENT_PATH } from '#app/lib/paths.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { messages as appMessages, listTitle } from '#app/lib/texts.en.ts';
import { newMutationId } from '#app/outbox/model/ids.ts';
import type { Mutation, MutationOutcome } from '#app/outbox/model/mutation.ts';
import { save } from '#app/outbox/sender/save.ts';
import { useOutboxView } from '#app/reads/use-outbox.ts';
import { FormLoading } from '#app/resources/form/form-page.tsx';
import { useReopenedEntry } from '#app/resources/form/use-reopened-entry.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { ErrorLine } from '#app/ui/error-line.tsx';
import { OfflineNote } from '#app/ui/offline-note.tsx';
import { PageError } from '#app/ui/page-error.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { Surface } from '#app/ui/surface.tsx';
import { TypedText } from '#app/ui/typed-text.tsx';
import type { CollectionResource } from '#contract/collections.ts';
import { reference } from '#contract/fields.ts';
import { joinParts } from '#contract/messages.ts';
import { pairOf } from '#contract/writes/family.ts';
import { PAYER, pickedName } from '#contract/writes/lines.ts';
import { LineKinds } from './new-line-cards.tsx';
import { PaymentForm } from './payment-form.tsx';
import { PaymentOutcome } from './payment-outcome.tsx';
import type { Saved } from './payment-write.ts';
import { messages } from './texts.en.ts';
import { useFamilyDebts } from './use-family-debts.ts';

function ChooseStudent({ onChoose }: { readonly onChoose: (id: string) => void }) {
  const focused = useRef(false);
  return (
    <Box maxWidth="form">
      <PageHeading title={appMessages.takePayment} about={messages.whoAbout} back="/" />
      <Surface padding="4">
        <referenceControl.Input
          name="student"
          field={reference(() => messages.who, 'student')}
          value=""
          onChange={(id) => id !== '' && onChoose(id)}
          onBlur={() => undefined}
          error={undefined}
          inputRef={(input) => {
            if (!input || focused.current) return;
            focused.current = true;
            input.focus({ preventScroll: true });
          }}
        />
        <Button asChild variant="ghost" marginBlockStart="3">
          <Link to={DEBTS_SCREEN}>{messages.allDebts}</Link>
        </Button>
      </Surface>
    </Box>
  );
}

interface FamilyMembersProps {
  readonly student: string;
  readonly students: readonly RecordRow[];
  readonly onChanged: () => void;
}

function FamilyMembers({ student, students, onChanged }: FamilyMembersProps) {
  const [adding, setAdding] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const chosen = students.find(({ id }) => id === student) ?? { id: student };
  const pair = async (other: RecordRow, together: boolean) => {
    setBusy(true);
    setError(undefined);
    const outcome = await pairStudents(chosen, other, together);
    setBusy(false);
    if (outcome.outcome === 'rejected') {
      setError(outcome.fields[0]?.message ?? outcome.detail ?? appMessages.somethingWentWrong);
      await outcome.confirmShown();
    } else if (outcome.outcome === 'not-stored') setError(outcome.message);
    else {
      setAdding(false);
      onChanged();
    }
  };
  const others = students.filter(({ id }) => id !== student);
  return (
    <chakra.details mb="4">
      <chakra.summary minH="target" display="flex" alignItems="center" color="accent.fg" cursor="pointer">
        {messages.changeFamily}
      </chakra.summary>
      <Flex direction="column" gap="2" maxWidth="form">
        {others.map((other) => (
          <Flex key={other.id} align="center" justify="space-between" gap="3">
            <TypedText>{textOf(other.name)}</TypedText>
            <Button
              variant="outline"
              colorPalette="neutral"
              disabled={busy}
              aria-label={messages.takeApartFrom({ name: textOf(other.name) })}
              onClick={() => void pair(other, false)}
            >
              {messages.takeApart}
            </Button>
          </Flex>
        ))}
        {adding ? (
          <referenceControl.Input
            name="other"
            field={reference(() => messages.putTogetherWith, 'student')}
            value=""
            onChange={() => undefined}
            onChoose={(other) => void pair(other, true)}
            onBlur={() => undefined}
            error={undefined}
            disabled={busy}
          />
        ) : (
          <Button variant="outline" alignSelf="flex-start" onClick={() => setAdding(true)}>
            {messages.putTogether}
          </Button>
        )}
        {error !== undefined && <ErrorLine message={error} />}
      </Flex>
    </chakra.details>
  );
}

/** Stored in the outbox, online as well (decision 105). Decisions about the same two students are sent in order. */
function pairStudents(student: RecordRow, other: RecordRow, together: boolean): Promise<MutationOutcome> {
  return save({ id: newMutationId(), ...pairOf(student, other, together) });
}

interface FamilyPaymentProps {
  readonly student: string;
  readonly first: string | undefined;
  readonly reopened: Mutation | undefined;
  readonly onDone: () => void;
}

const NOT_SENT = { id: '', busy: false };

export function FamilyPayment({ student, first, reopened, onDone }: FamilyPaymentProps) {
  const [saved, setSaved] = useState<Saved>();
  const family = useFamilyDebts(student, { first, except: reopened?.replaces });
  const offline = useConnection() === 'offline';
  const { rows } = useOutboxView();
  const [sells, setSells] = useState<CollectionResource>();
  const [sent, setSent] = useState(NOT_SENT);
  // This device counts the payment until it has read that a refused one is gone; meanwhile nothing may be owed any more.
  const isCounted = sent.busy || rows.some(({ id }) => id === sent.id);
  if (saved)
    return (
      <PaymentOutcome
        saved={saved}
        family={family}
        onDone={onDone}
        onRest={() => {
          setSaved(undefined);
          setSent(NOT_SENT);
        }}
      />
    );
  const isReady = family.status === 'ready';
  const takes = sells !== undefined || reopened !== undefined || isCounted || family.debts.length > 0;
  const names = family.students.map(({ name }) => textOf(name));
  const members = family.takesCollections && isReady && (
    <FamilyMembers student={student} students={family.students} onChanged={family.refetch} />
  );
  return (
    <>
      <PageHeading
        title={appMessages.takePayment}
        about={<TypedText>{messages.family({ names })}</TypedText>}
        back={TAKE_PAYMENT_PATH}
      />
      <OfflineNote shown={offline} updatedAt={family.updatedAt} />
      {family.unread.length > 0 && (
        <OfflineNote
          updatedAt={0}
          text={messages.debtsUnread({ kinds: joinParts(family.unread.map(listTitle)) })}
        />
      )}
      {!takes && members}
      {family.status === 'loading' && <FormLoading />}
      {family.status === 'error' && <PageError error={family.error} onRetry={family.refetch} />}
      {isReady && !takes && (
        <EmptyState icon={CircleCheck} title={messages.noDebtsTitle} about={messages.noDebts}>
          <Button asChild variant="outline">
            <Link to={`/students/${encodeURIComponent(student)}`}>{messages.openStudent}</Link>
          </Button>
          <Button asChild>
            <Link to={TAKE_PAYMENT_PATH}>{messages.someoneElse}</Link>
          </Button>
        </EmptyState>
      )}
      {isReady && !takes && family.takesRecords && (
        <section>
          <chakra.h2 fontWeight="semibold" mt="4" mb="2">
            {messages.sellNew}
          </chakra.h2>
          <LineKinds onAdd={setSells} />
        </section>
      )}
      {isReady && takes && (
        <PaymentForm
          family={family}
          student={student}
          isOpenedFromDebt={first !== undefined}
          reopened={reopened}
          firstLine={sells}
          isCounted={isCounted}
          onSending={(id, busy) => setSent({ id, busy })}
          onSaved={setSaved}
        >
          {members}
        </PaymentForm>
      )}
    </>
  );
}

function studentOf(reopened: Mutation | undefined): string | undefined {
  const { referenced = {} } = reopened ?? {};
  const ids = [
    referenced[PAYER]?.id,
    referenced[pickedName(0, 'student')]?.id,
    ...Object.values(referenced).map(({ student }) => textOf(student)),
  ];
  return ids.find((id) => id !== undefined && id !== '');
}

export function TakePaymentPage() {
  const { takeBack } = useNavigationState();
  const [params, setParams] = useSearchParams();
  const { key } = useLocation();
  const reopened = useReopenedEntry(takeBack);
  if (reopened.status === 'loading') return <FormLoading />;
  if (reopened.status === 'failed') return <ErrorLine message={reopened.error} />;
  const student = params.get('student') ?? studentOf(reopened.write);
  if (!student) return <ChooseStudent key={key} onChoose={(id) => setParams({ student: id })} />;
  return (
    <FamilyPayment
      key={`${student} ${takeBack}`}
      student={student}
      first={params.get('debt') ?? undefined}
      reopened={reopened.write}
      onDone={() => setParams({})}
    />
  );
}
