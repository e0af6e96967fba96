import { Box } from '@chakra-ui/react';
import type { ComponentType } from 'react';
import { useParams } from 'react-router-dom';
import { formTitle } from '#app/lib/messages.ts';
import { useNavigationState } from '#app/lib/navigation-state.ts';
import { isTemporaryId } from '#app/outbox/model/ids.ts';
import { useRecord } from '#app/reads/use-records.ts';
import { PageError } from '#app/ui/page-error.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { type Draft, formOf, type Resource } from '#contract/define-resource.ts';
import { settledBy } from '#contract/resources/settler-of.ts';
import { FormFields } from './form/form-fields.tsx';
import { FormLoading } from './form/form-loading.tsx';
import { RecordForm, type RecordFormProps } from './form/record-form.tsx';
import { RecordHistory } from './form/record-history.tsx';
import { SettledRecord } from './form/settled-record.tsx';
import { useReopenedEntry } from './form/use-reopened-entry.ts';

const NOTHING: Draft = {};

/** Renders all fields of a record in the order of their declaration. */
function PlainForm({ resource, record, takenBack }: RecordFormProps) {
  const facts = formOf(resource, takenBack?.body ?? record ?? NOTHING);
  return (
    <RecordForm resource={resource} record={record} takenBack={takenBack} facts={facts}>
      <FormFields />
    </RecordForm>
  );
}

interface WaitingProps {
  readonly resource: Resource;
  readonly error?: string | undefined;
  readonly onRetry: () => void;
}

/** Renders the form's heading while its record loads or could not be loaded. */
function Waiting({ resource, error, onRetry }: WaitingProps) {
  const { fallback = resource.screens.list } = useNavigationState();
  return (
    <Box maxWidth="form">
      <PageHeading title={formTitle(resource, resource, true)} back={fallback} />
      {error === undefined ? <FormLoading /> : <PageError message={error} onRetry={onRetry} />}
    </Box>
  );
}

interface ResourceFormPageProps {
  readonly resource: Resource;
  /** The form, if it is not simply all fields. */
  readonly Form?: ComponentType<RecordFormProps> | undefined;
}

/** Creates a record, or edits the one in the path (specification, section 2). */
export function ResourceFormPage({ resource, Form = PlainForm }: ResourceFormPageProps) {
  const { id } = useParams();
  const taken = useReopenedEntry(useNavigationState().takeBack);
  const makes = id === undefined || taken.write?.kind === 'create';
  const reading = useRecord(resource, makes ? undefined : id);
  const before = taken.write?.before ?? reading.record;

  if (taken.status === 'loading' || taken.status === 'failed') {
    return <Waiting resource={resource} error={taken.error} onRetry={reading.refetch} />;
  }
  if (makes) {
    return <Form key={taken.write?.id} resource={resource} record={undefined} takenBack={taken.write} />;
  }
  if (!before) return <Waiting resource={resource} error={reading.error} onRetry={reading.refetch} />;
  const settled = settledBy(resource, before);
  return (
    <>
      {settled ? (
        <SettledRecord resource={resource} record={before} by={settled.by} id={settled.id} />
      ) : (
        <Form key={id} resource={resource} record={before} takenBack={taken.write} />
      )}
      {!isTemporaryId(before.id) && <RecordHistory key={before.id} resource={resource} id={before.id} />}
    </>
  );
}
