import { Button, chakra } from '@chakra-ui/react';
import CircleCheck from 'lucide-react/icons/circle-check';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useConnection } from '#app/api/connection.ts';
import { textOf } from '#app/fields/field-control.ts';
import { messages as appMessages, listTitle } from '#app/lib/messages.ts';
import { TAKE_PAYMENT_PATH } from '#app/lib/paths.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import { useOutboxView } from '#app/reads/use-outbox-view.ts';
import { FormLoading } from '#app/resources/form/form-loading.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { OfflineNote } from '#app/ui/offline-note.tsx';
import { PageError } from '#app/ui/page-error.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import type { CollectionResource } from '#contract/collections.ts';
import { joinParts } from '#contract/messages.ts';
import { LineKinds } from './add-line.tsx';
import { FamilyMembers } from './family-members.tsx';
import { messages } from './messages.ts';
import { PaymentForm } from './payment-form.tsx';
import { PaymentOutcome, type Saved } from './payment-outcome.tsx';
import { useFamilyDebts } from './use-family-debts.ts';

interface FamilyPaymentProps {
  readonly student: string;
  /** Key of the debt that was opened from: it stands first. */
  readonly first: string | undefined;
  readonly reopened: Mutation | undefined;
  /** The next parent: back to the search. */
  readonly onDone: () => void;
}

/** Shows a family with its open debts, takes the sum, and then says what became of it. */
export function FamilyPayment({ student, first, reopened, onDone }: FamilyPaymentProps) {
  const [saved, setSaved] = useState<Saved>();
  const family = useFamilyDebts(student, { first, except: reopened?.replaces });
  const offline = useConnection() === 'offline';
  const { ids } = useOutboxView();
  const [sells, setSells] = useState<CollectionResource>();
  if (saved) return <PaymentOutcome saved={saved} onDone={onDone} onRest={() => setSaved(undefined)} />;
  const isReady = family.status === 'ready';
  const takes = sells !== undefined || reopened !== undefined || family.debts.length > 0;
  // A draft that was begun before the server named the student belongs here too.
  const earlier = [...ids].flatMap(([temporary, id]) => (id === student ? [temporary] : []));
  const draftForms =
    reopened?.replaces === undefined
      ? [student, ...earlier].map((id) => `take-payment ${id}`)
      : [`take-payment entry ${reopened.replaces}`];
  const names = family.students.map(({ name }) => textOf(name));
  const members = family.takesCollections && isReady && (
    <FamilyMembers student={student} students={family.students} onChanged={family.refetch} />
  );
  return (
    <>
      <PageHeading
        title={appMessages.takePayment}
        about={<bdi>{messages.family({ names })}</bdi>}
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
          <LineKinds disabled={false} onAdd={setSells} />
        </section>
      )}
      {isReady && takes && (
        <PaymentForm
          family={family}
          student={student}
          isOpenedFromDebt={first !== undefined}
          draftForms={draftForms}
          reopened={reopened}
          firstLine={sells}
          onSaved={setSaved}
        >
          {members}
        </PaymentForm>
      )}
    </>
  );
}
