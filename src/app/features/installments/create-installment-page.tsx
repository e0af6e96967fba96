import { Link as StyledLink } from '@chakra-ui/react';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { textOf } from '#app/fields/field-control.ts';
import { messages as appMessages } from '#app/lib/messages.ts';
import { type NavigationState, useNavigationState } from '#app/lib/navigation-state.ts';
import { takePaymentPath } from '#app/lib/paths.ts';
import { usePickerSize } from '#app/reads/picker-size.ts';
import { useAllRecords } from '#app/reads/use-records.ts';
import { FieldInput } from '#app/resources/form/field-input.tsx';
import { FormLoading } from '#app/resources/form/form-loading.tsx';
import { FormPage } from '#app/resources/form/form-page.tsx';
import { ResourceForm } from '#app/resources/form/resource-form.tsx';
import { useReopenedEntry } from '#app/resources/form/use-reopened-entry.ts';
import { ErrorLine } from '#app/ui/error-line.tsx';
import { type FormDefinition, nounsOf, type Resource } from '#contract/define-resource.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { ChooseKind } from './choose-kind.tsx';
import { installmentForm } from './installment-form.ts';
import { messages } from './messages.ts';
import { RemainingNote } from './remaining-note.tsx';

interface InstallmentFormProps {
  readonly resource: Resource;
  readonly installment: FormDefinition;
  readonly state: NavigationState;
}

function InstallmentForm({ resource, installment, state }: InstallmentFormProps) {
  const { fallback = resource.screens.list, related } = state;
  const reopened = useReopenedEntry(state.takeBack);
  const offersAll = usePickerSize(resource).offers === 'all';
  const list = useAllRecords(
    resource,
    { is_installment: false },
    { without: state.takeBack, enabled: offersAll },
  );
  const enrolments = useMemo(() => list.rows.map(({ record }) => record), [list.rows]);
  const definition = useMemo(() => installmentForm(installment, enrolments), [installment, enrolments]);
  const start = useMemo(() => ({ related_record: related ?? '' }), [related]);
  const chosen = enrolments.find(({ id }) => id === related);

  return (
    <FormPage
      title={appMessages.createInstallment}
      about={
        <>
          {messages.about({ things: nounsOf(resource).other })}
          {chosen && textOf(chosen.student) !== '' && (
            <>
              {' '}
              <StyledLink asChild minHeight="target">
                <Link to={takePaymentPath(textOf(chosen.student), [resource.name, chosen.id])}>
                  {messages.wholeFamily}
                </Link>
              </StyledLink>
            </>
          )}
        </>
      }
      list={fallback}
    >
      {(formProps) =>
        reopened.status === 'loading' ? (
          <FormLoading />
        ) : reopened.status === 'failed' ? (
          <ErrorLine message={reopened.error} />
        ) : (
          <ResourceForm
            resource={resource}
            facts={definition}
            takenBack={reopened.write}
            start={start}
            {...(chosen && { known: { related_record: chosen } })}
            submitLabel={appMessages.createInstallment}
            {...formProps}
          >
            <FieldInput name="related_record" />
            <FieldInput name="receipt_number" />
            <FieldInput name="custom_date" />
            <FieldInput name="paid_amount" />
            <RemainingNote enrolments={enrolments} />
            <FieldInput name="notes" />
          </ResourceForm>
        )
      }
    </FormPage>
  );
}

/** Renders the installment form of the resource in the navigation state (specification, section 2). */
export function CreateInstallmentPage() {
  const state = useNavigationState();
  const resource = state.resource && resourceOf(state.resource);
  if (!resource?.installment) return <ChooseKind />;
  return (
    <InstallmentForm
      key={state.related}
      resource={resource}
      installment={resource.installment}
      state={state}
    />
  );
}
