import { Button, Flex, Link as StyledLink } from '@chakra-ui/react';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useMemo } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { textOf } from '#app/fields/field-control.ts';
import { useFrozen } from '#app/lib/held-values.ts';
import { type NavigationState, useNavigationState } from '#app/lib/navigation-state.ts';
import { INSTALLMENT_PATH, takePaymentPath } from '#app/lib/paths.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { useTakesInstallments } from '#app/reads/capabilities.ts';
import { useAllRecords, usePickerSize } from '#app/reads/use-records.ts';
import { FieldInput } from '#app/resources/form/field-input.tsx';
import { FormSummary, RemainsLine } from '#app/resources/form/form-amounts.tsx';
import type { Values } from '#app/resources/form/form-context.ts';
import { FormLoading, FormPage } from '#app/resources/form/form-page.tsx';
import { PaidBy } from '#app/resources/form/paid-by.tsx';
import { ResourceForm } from '#app/resources/form/resource-form.tsx';
import { useReopenedEntry } from '#app/resources/form/use-reopened-entry.ts';
import { ErrorLine } from '#app/ui/error-line.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import type { Draft, FormDefinition, Resource, Rule } from '#contract/define-resource.ts';
import { type Piastres, parseTypedAmount, readPiastres } from '#contract/money.ts';
import { resourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { payableProblem } from '#contract/rules/payable.ts';
import { messages } from './texts.en.ts';

function remainingOn(enrolments: readonly RecordRow[], draft: Draft): Piastres | undefined {
  const enrolment = enrolments.find(({ id }) => id === draft.related_record);
  return readPiastres(enrolment?.remaining_amount);
}

function remainingAfter(enrolments: readonly RecordRow[], draft: Draft): Piastres | undefined {
  const remaining = remainingOn(enrolments, draft);
  const paid = parseTypedAmount(textOf(draft.paid_amount));
  return remaining === undefined || paid === undefined ? undefined : remaining - paid;
}

function installmentForm(definition: FormDefinition, enrolments: readonly RecordRow[]): FormDefinition {
  const withinRemaining: Rule = (draft) => {
    const remains = remainingOn(enrolments, draft);
    const paid = parseTypedAmount(textOf(draft.paid_amount));
    const message = remains === undefined || paid === undefined ? undefined : payableProblem(paid, remains);
    return message === undefined ? undefined : { field: 'paid_amount', message };
  };
  return { ...definition, rules: [...definition.rules, withinRemaining] };
}

function ChooseKind() {
  const kinds = resourceNames.map(resourceOf).filter(useTakesInstallments());
  return (
    <>
      <PageHeading title={appMessages.createInstallment} about={messages.chooseKind} back="/" />
      <Flex direction="column" gap="3" maxWidth="form">
        {kinds.map(({ name, plural, screens }) => (
          <Button key={name} asChild variant="outline" size="lg" justifyContent="space-between">
            <Link to={INSTALLMENT_PATH} replace state={{ resource: name, fallback: screens.list }}>
              {plural} <ChevronRight size={18} aria-hidden />
            </Link>
          </Button>
        ))}
      </Flex>
    </>
  );
}

function RemainingNote({ enrolments }: { enrolments: readonly RecordRow[] }) {
  const values = useWatch<Values>();
  const frozen = useFrozen(enrolments, useFormState().isSubmitting);
  return (
    <>
      <RemainsLine label={messages.remainingNow} amount={remainingOn(frozen, values)} />
      <FormSummary>
        <RemainsLine label={messages.remainingAfter} amount={remainingAfter(frozen, values)} />
      </FormSummary>
    </>
  );
}

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
          {messages.about({ things: resource.nouns.other })}
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
            <PaidBy />
            <RemainingNote enrolments={enrolments} />
            <FieldInput name="notes" />
          </ResourceForm>
        )
      }
    </FormPage>
  );
}

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
