import { Box } from '@chakra-ui/react';
import { useParams } from 'react-router-dom';
import type { RecordRow } from '#app/data/record-row.ts';
import { useRecord } from '#app/outbox/use-records.ts';
import type { Write } from '#app/outbox/write.ts';
import { PageHeading } from '#app/shell/page-heading.tsx';
import { type Draft, formOf, type Resource } from '#contract/define-resource.ts';
import { FormFields } from './form/form-fields.tsx';
import { FormLoading } from './form/form-loading.tsx';
import { FormPage } from './form/form-page.tsx';
import { ResourceForm } from './form/resource-form.tsx';
import { useTakenBack } from './form/use-taken-back.ts';
import { useNavigationState } from './navigation-state.ts';
import { PageError } from './page-error.tsx';

interface FormProps {
  readonly resource: Resource;
  readonly record: RecordRow | undefined;
  readonly takenBack: Write | undefined;
}

const NOTHING: Draft = {};

function RecordForm({ resource, record, takenBack }: FormProps) {
  const facts = formOf(resource, takenBack?.body ?? record ?? NOTHING);
  const title = `${record ? 'Edit' : resource.addVerb} ${facts.one}`;
  return (
    <FormPage title={title} list={resource.screens.list}>
      {(tell) => (
        <ResourceForm
          resource={resource}
          facts={facts}
          record={record}
          takenBack={takenBack}
          submitLabel={record ? 'Save changes' : title}
          {...tell}
        >
          <FormFields />
        </ResourceForm>
      )}
    </FormPage>
  );
}

interface WaitingProps {
  readonly resource: Resource;
  readonly error?: string | undefined;
  readonly onRetry: () => void;
}

/** The form's heading while the record is on its way, or where it can't be had. */
function Waiting({ resource, error, onRetry }: WaitingProps) {
  return (
    <Box maxWidth="form">
      <PageHeading title={`Edit ${resource.one}`} back={resource.screens.list} />
      {error === undefined ? <FormLoading /> : <PageError message={error} onRetry={onRetry} />}
    </Box>
  );
}

/** Creates a record, or edits the one named in the path (specification, section 2). */
export function ResourceFormPage({ resource }: { resource: Resource }) {
  const { id } = useParams();
  const taken = useTakenBack(useNavigationState().takeBack);
  const makes = id === undefined || taken.write?.kind === 'create';
  const reading = useRecord(resource, makes ? undefined : id);
  const before = taken.write?.before ?? reading.record;

  if (taken.status === 'loading' || taken.status === 'failed') {
    return <Waiting resource={resource} error={taken.error} onRetry={reading.refetch} />;
  }
  if (makes) {
    return (
      <RecordForm key={taken.write?.id} resource={resource} record={undefined} takenBack={taken.write} />
    );
  }
  if (!before) return <Waiting resource={resource} error={reading.error} onRetry={reading.refetch} />;
  return <RecordForm key={id} resource={resource} record={before} takenBack={taken.write} />;
}
