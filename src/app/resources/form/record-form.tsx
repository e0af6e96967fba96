import { type ReactNode, useMemo } from 'react';
import { useNavigationState } from '#app/lib/navigation-state.ts';
import { pagePath } from '#app/lib/paths.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { formTitle } from '#app/lib/texts.en.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import { useDeclaredFields } from '#app/reads/capabilities.ts';
import { useRecord } from '#app/reads/use-records.ts';
import type { Draft, FormDefinition, Resource } from '#contract/define-resource.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { FormPage } from './form-page.tsx';
import { ResourceForm } from './resource-form.tsx';
import { messages } from './texts.en.ts';

export interface RecordFormProps {
  readonly resource: Resource;
  /** The record to change; undefined to create one. */
  readonly record: RecordRow | undefined;
  /** The mutation of a reopened entry. */
  readonly takenBack: Mutation | undefined;
}

interface RecordFormOptions extends RecordFormProps {
  /**
   * Fields and rules of the form. They are the resource's, its installment's, or the resource's with more
   * rules.
   */
  readonly facts: FormDefinition;
  readonly expect?: (body: Draft) => Draft | undefined;
  readonly children: ReactNode;
}

/** Returns the initial values of a new record: the student that another screen has chosen, and flags that begin as yes. */
function useInitialValues({ fields }: FormDefinition) {
  const { student, related } = useNavigationState();
  const { record } = useRecord(resourceOf('student'), fields.student ? student : undefined);
  const id = fields.student && (record?.id ?? student);
  const { startsOn } = useDeclaredFields();
  return useMemo(() => {
    const on = Object.entries(fields).filter(([, field]) => startsOn(field));
    return {
      ...((id !== undefined || on.length > 0) && {
        start: {
          ...(id !== undefined && { student: id }),
          ...(fields.enrolment && related !== undefined && { enrolment: related }),
          ...Object.fromEntries(on.map(([name]) => [name, true])),
        },
      }),
      ...(record && { known: { student: record } }),
    };
  }, [fields, id, record, related, startsOn]);
}

/** Renders the page of a record's form around the given fields. */
export function RecordForm({ resource, record, facts, children, ...rest }: RecordFormOptions) {
  const title = formTitle(resource, facts, record !== undefined);
  const { fallback = resource.screens.list } = useNavigationState();
  const initialValues = useInitialValues(facts);
  return (
    <FormPage title={title} list={fallback} pageOf={(saved) => pagePath(resource, saved, 'id')}>
      {(callbacks) => (
        <ResourceForm
          resource={resource}
          facts={facts}
          record={record}
          submitLabel={record ? messages.saveChanges : title}
          goOnLabel={!record && resource.screens.page ? messages.saveAndEnrol : undefined}
          {...(!record && initialValues)}
          {...rest}
          {...callbacks}
        >
          {children}
        </ResourceForm>
      )}
    </FormPage>
  );
}
