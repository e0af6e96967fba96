import { useMemo } from 'react';
import { usePickerSize } from '#app/data/picker-size.ts';
import { useAllRecords } from '#app/outbox/use-records.ts';
import { ErrorLine } from '#app/screens/error-line.tsx';
import { FieldInput } from '#app/screens/form/field-input.tsx';
import { FormLoading } from '#app/screens/form/form-loading.tsx';
import { FormPage } from '#app/screens/form/form-page.tsx';
import { ResourceForm } from '#app/screens/form/resource-form.tsx';
import { useTakenBack } from '#app/screens/form/use-taken-back.ts';
import { type NavigationState, useNavigationState } from '#app/screens/navigation-state.ts';
import type { FormFacts, Resource } from '#contract/define-resource.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { ChooseKind } from './choose-kind.tsx';
import { installmentFacts } from './installment-facts.ts';
import { RemainsNote } from './remains-note.tsx';

const TITLE = 'Create Installment';

interface InstallmentFormProps {
  readonly resource: Resource;
  readonly installment: FormFacts;
  readonly state: NavigationState;
}

function InstallmentForm({ resource, installment, state }: InstallmentFormProps) {
  const { fallback = resource.screens.list, related } = state;
  const taken = useTakenBack(state.takeBack);
  const few = usePickerSize(resource).offers === 'all';
  const reading = useAllRecords(
    resource,
    { is_installment: false },
    { without: state.takeBack, enabled: few },
  );
  const enrolments = useMemo(() => reading.rows.map(({ record }) => record), [reading.rows]);
  const facts = useMemo(() => installmentFacts(installment, enrolments), [installment, enrolments]);
  const start = useMemo(() => ({ related_record: related ?? '' }), [related]);
  const chosen = enrolments.find(({ id }) => id === related);

  return (
    <FormPage
      title={TITLE}
      about={`A payment towards one of the ${resource.plural.toLowerCase()}.`}
      list={fallback}
    >
      {(tell) =>
        taken.status === 'loading' ? (
          <FormLoading />
        ) : taken.status === 'failed' ? (
          <ErrorLine message={taken.error} />
        ) : (
          <ResourceForm
            resource={resource}
            facts={facts}
            takenBack={taken.write}
            start={start}
            {...(chosen && { known: { related_record: chosen } })}
            submitLabel={TITLE}
            {...tell}
          >
            <FieldInput name="related_record" />
            <FieldInput name="receipt_number" />
            <FieldInput name="custom_date" />
            <FieldInput name="paid_amount" />
            <RemainsNote enrolments={enrolments} />
            <FieldInput name="notes" />
          </ResourceForm>
        )
      }
    </FormPage>
  );
}

/** Takes an installment for the kind that the navigation state names (specification, section 2). */
export function CreateInstallmentPage() {
  const state = useNavigationState();
  const resource = state.resource && resourceOf(state.resource);
  if (!resource?.installment) return <ChooseKind title={TITLE} />;
  return (
    <InstallmentForm
      key={state.related}
      resource={resource}
      installment={resource.installment}
      state={state}
    />
  );
}
