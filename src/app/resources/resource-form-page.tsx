import { Box } from '@chakra-ui/react';
import type { ComponentType } from 'react';
import { useParams } from 'react-router-dom';
import { useNavigationState } from '#app/lib/navigation-state.ts';
import { formTitle } from '#app/lib/texts.en.ts';
import { isTemporaryId } from '#app/outbox/model/ids.ts';
import { useRecord } from '#app/reads/use-records.ts';
import { optionalComponent } from '#app/ui/optional-component.tsx';
import { PageError } from '#app/ui/page-error.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { formOf, type Resource } from '#contract/define-resource.ts';
import { settledBy } from '#contract/resources/settler-of.ts';
import { FormFields } from './form/form-fields.tsx';
import { FormLoading } from './form/form-loading.tsx';
import { RecordForm, type RecordFormProps } from './form/record-form.tsx';
import { RecordHistory } from './form/record-history.tsx';
import { SettledRecord } from './form/settled-record.tsx';
import { useReopenedEntry } from './form/use-reopened-entry.ts';

const RecordReceipt = optionalComponent(
  async () => (await import('./form/record-receipt.tsx')).RecordReceipt,
);

/** Renders all fields of a record in the order of their declaration. */
function PlainForm({ resource, record, takenBack }: RecordFormProps) {
  const facts = formOf(resource, { ...record, ...takenBack?.body });
  return (
    <RecordForm resource={resource} record={record} takenBack={takenBack} facts={facts}>
      <FormFields />
    </RecordForm>
  );
}

interface FormStatusProps {
  readonly resource: Resource;
  readonly error?: Error | string | undefined;
  readonly onRetry: () => void;
}

/** Renders the form's heading while its record loads or could not be loaded. */
function FormStatus({ resource, error, onRetry }: FormStatusProps) {
  const { fallback = resource.screens.list } = useNavigationState();
  return (
    <Box maxWidth={{ base: 'form', lg: 'formWide' }}>
      <PageHeading title={formTitle(resource, resource, true)} back={fallback} />
      {error === undefined ? <FormLoading /> : <PageError error={error} onRetry={onRetry} />}
    </Box>
  );
}

interface ResourceFormPageProps {
  readonly resource: Resource;
  /** The form, if it is not simply all fields. */
  readonly Form?: ComponentType<RecordFormProps> | undefined;
}

/** Creates a record, or edits the one in the path (specification, section 2). */
export function ResourceFormPage({ resource, Form: OwnForm = PlainForm }: ResourceFormPageProps) {
  const { id } = useParams();
  const reopened = useReopenedEntry(useNavigationState().takeBack);
  const isNew = id === undefined || reopened.write?.kind === 'create';
  const result = useRecord(resource, isNew ? undefined : id, reopened.write?.replaces);
  const record = result.record ?? reopened.write?.before;
  // An installment has the form of its declaration.
  const Form = record?.is_installment === true ? PlainForm : OwnForm;

  if (reopened.status === 'loading' || reopened.status === 'failed') {
    return <FormStatus resource={resource} error={reopened.error} onRetry={result.refetch} />;
  }
  if (isNew) {
    return (
      <Form key={reopened.write?.id} resource={resource} record={undefined} takenBack={reopened.write} />
    );
  }
  if (!record) return <FormStatus resource={resource} error={result.error} onRetry={result.refetch} />;
  const settled = settledBy(resource, record);
  return (
    <>
      {settled ? (
        <SettledRecord resource={resource} record={record} by={settled.by} id={settled.id} />
      ) : (
        <Form key={id} resource={resource} record={record} takenBack={reopened.write} />
      )}
      {resource.installment && <RecordReceipt resource={resource} record={record} />}
      {!isTemporaryId(record.id) && (
        <RecordHistory key={`history-${record.id}`} resource={resource} id={record.id} />
      )}
    </>
  );
}
