import { Box, Button } from '@chakra-ui/react';
import { useRef } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import { textOf } from '#app/fields/field-control.ts';
import { referenceControl } from '#app/fields/reference.tsx';
import { useNavigationState } from '#app/lib/navigation-state.ts';
import { DEBTS_SCREEN } from '#app/lib/paths.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { PAYER, pickedName } from '#app/outbox/model/lines.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import { FormLoading } from '#app/resources/form/form-loading.tsx';
import { useReopenedEntry } from '#app/resources/form/use-reopened-entry.ts';
import { ErrorLine } from '#app/ui/error-line.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { reference } from '#contract/fields.ts';
import { FamilyPayment } from './family-payment.tsx';
import { messages } from './texts.en.ts';

/** Finds the student who pays: by name, code or phone, offline among those that this device keeps. */
function ChooseStudent({ onChoose }: { readonly onChoose: (id: string) => void }) {
  const focused = useRef(false);
  return (
    <Box maxWidth="form">
      <PageHeading title={appMessages.takePayment} about={messages.whoAbout} back="/" />
      <Box background="bg.surface" borderWidth="1px" borderRadius="md" padding="4">
        <referenceControl.Input
          name="student"
          field={reference(messages.who, 'student')}
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
      </Box>
    </Box>
  );
}

/** Returns who pays by a reopened payment: who was chosen, else the student of its first line. */
function studentOf(reopened: Mutation | undefined): string | undefined {
  const { referenced = {} } = reopened ?? {};
  const ids = [
    referenced[PAYER]?.id,
    referenced[pickedName(0, 'student')]?.id,
    ...Object.values(referenced).map(({ student }) => textOf(student)),
  ];
  return ids.find((id) => id !== undefined && id !== '');
}

/** Takes one sum for the open debts of a family: who, how much, save (decisions 53 and 105). */
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
