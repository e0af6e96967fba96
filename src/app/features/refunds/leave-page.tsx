import { Box, Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { choiceControl } from '#app/fields/choice.tsx';
import { textAt, textOf } from '#app/fields/field-control.ts';
import { useHeld } from '#app/lib/held-values.ts';
import { useNavigationState } from '#app/lib/navigation-state.ts';
import { pagePath } from '#app/lib/paths.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import { goneBackOf, hasLeft, useGoesBack } from '#app/reads/paid-back.ts';
import { useRecord } from '#app/reads/use-records.ts';
import { FormLoading, FormPage } from '#app/resources/form/form-page.tsx';
import { useReopenedEntry } from '#app/resources/form/use-reopened-entry.ts';
import { ErrorLine } from '#app/ui/error-line.tsx';
import { PageError } from '#app/ui/page-error.tsx';
import { TypedText } from '#app/ui/typed-text.tsx';
import { displayDay } from '#contract/days.ts';
import type { Resource } from '#contract/define-resource.ts';
import { choice } from '#contract/fields.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';
import { leavableResources } from '#contract/withdrawals.ts';
import { LeaveForm } from './leave-form.tsx';
import { type Mode, titleOf } from './leaving.ts';
import { PayableTitle } from './paid-for.tsx';
import { messages } from './texts.en.ts';

interface ChoiceRowProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly disabled: boolean;
  readonly onChange: (value: string) => void;
}

function ChoiceRow({ label, name, choices, ...control }: ChoiceRowProps) {
  const field = choice(() => label, choices);
  return (
    <choiceControl.Input {...control} name={name} field={field} onBlur={() => undefined} error={undefined} />
  );
}

function targetIn(write: Mutation | undefined, otherwise: Resource): Resource {
  const { resource } = { ...Object(write?.body.to) };
  return isResourceName(resource) ? resourceOf(resource) : otherwise;
}

interface LeaveProps {
  readonly resource: Resource;
  readonly record: RecordRow;
  readonly takenBack: Mutation | undefined;
}

function Leave({ resource, record, takenBack }: LeaveProps) {
  const { fallback, moves } = useNavigationState();
  const [chosen, setMode] = useState<Mode>(
    takenBack?.body.to !== undefined || (moves && !takenBack) ? 'moves' : 'leaves',
  );
  const mode = resource === payouts ? 'returns' : chosen;
  const [target, setTarget] = useState(() => targetIn(takenBack, resource));
  const student = pagePath(resource, record, 'student');
  const sums = goneBackOf(resource, record);
  // As it was opened: while it is saved, the record shows the withdrawal or return already.
  const [isLeft] = useState(() => hasLeft(record));
  const [isOut] = useState(() => sums?.copies?.out !== 0n);
  const kinds = leavableResources.map((value) => ({ value, label: resourceOf(value).plural }));
  return (
    <FormPage
      title={titleOf(mode)}
      about={mode === 'returns' ? messages.returnAbout : messages.leaveAbout}
      list={fallback ?? student ?? resource.screens.list}
    >
      {(callbacks) => (
        <Flex direction="column" gap="5">
          <Flex direction="column" padding="3" background="bg.subtle" borderRadius="md">
            <strong>
              <TypedText>{textAt(record, 'student_data.name')}</TypedText>
            </strong>
            <PayableTitle resource={resource} record={record} />
          </Flex>
          {isLeft && !takenBack ? (
            <ErrorLine message={messages.leftAlready({ day: displayDay(textOf(record.left_on)) })} />
          ) : !isOut && !takenBack ? (
            <ErrorLine message={messages.allReturned} />
          ) : sums === undefined ? (
            <ErrorLine message={messages.amountsUnknown} />
          ) : (
            <>
              {mode !== 'returns' && (
                <ChoiceRow
                  label={messages.whatHappens}
                  name="mode"
                  value={mode}
                  choices={[
                    { value: 'leaves', label: appMessages.leavesCourse },
                    { value: 'moves', label: appMessages.movesCourse },
                  ]}
                  disabled={takenBack !== undefined}
                  onChange={(value) => setMode(value === 'moves' ? 'moves' : 'leaves')}
                />
              )}
              {mode === 'moves' && (
                <ChoiceRow
                  label={messages.movesTo}
                  name="target"
                  value={target.name}
                  choices={kinds}
                  disabled={takenBack !== undefined}
                  onChange={(value) => setTarget(isResourceName(value) ? resourceOf(value) : resource)}
                />
              )}
              <LeaveForm
                key={mode === 'moves' ? target.name : mode}
                resource={resource}
                record={record}
                sums={sums}
                mode={mode}
                target={mode === 'moves' ? target : undefined}
                takenBack={takenBack}
                {...callbacks}
              />
            </>
          )}
        </Flex>
      )}
    </FormPage>
  );
}

const payouts = resourceOf('book-payout');

const isLeavableName = (name: string | undefined) =>
  [...leavableResources, payouts.name].find((one) => one === name);

export function LeavePage() {
  const { resource: kind, id } = useParams();
  const name = isLeavableName(kind);
  const knows = useGoesBack();
  const reopened = useReopenedEntry(useNavigationState().takeBack);
  const resource = resourceOf(name ?? 'bus');
  const read = useRecord(resource, name ? id : undefined, reopened.write?.replaces);
  const { error, status, refetch } = read;
  // What is typed stays while the record is read anew.
  const record = useHeld(read.record, read.record === undefined);
  if (!name || !knows) return <ErrorLine message={messages.notKnown} />;
  if (reopened.status === 'failed') return <ErrorLine message={reopened.error} />;
  if (!record && status === 'error') return <PageError error={error} onRetry={refetch} />;
  if (!record || reopened.status === 'loading')
    return (
      <Box maxWidth="form">
        <FormLoading />
      </Box>
    );
  return <Leave key={record.id} resource={resource} record={record} takenBack={reopened.write} />;
}
