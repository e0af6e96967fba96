import { Box, Flex, Spinner } from '@chakra-ui/react';
import { type ReactNode, useMemo, useRef } from 'react';
import { useNavigate, useNavigation } from 'react-router-dom';
import { QuickCreate, type QuickCreateProps } from '#app/fields/reference.tsx';
import { useNavigationState } from '#app/lib/navigation-state.ts';
import { pagePath } from '#app/lib/paths.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { messages as appMessages, formTitle } from '#app/lib/texts.en.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import { receiptResource } from '#app/printing/has-receipt.ts';
import { printNext } from '#app/printing/print-next.ts';
import type { Subject } from '#app/printing/receipt/use-receipt.ts';
import { useDeclaredFields } from '#app/reads/capabilities.ts';
import { useRecord } from '#app/reads/use-records.ts';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { useLazyDialog } from '#app/ui/use-lazy-module.ts';
import type { Draft, FormDefinition, Resource } from '#contract/define-resource.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { renewalOf } from '#contract/rules/renewal.ts';
import { type GuardCallbacks, useLeaveGuard } from './leave-guard.tsx';
import { ResourceForm } from './resource-form.tsx';
import type { SavedForm } from './saving.ts';
import { messages } from './texts.en.ts';

const loadDialog = () => import('./quick-create-dialog.tsx');

function LazyQuickCreateDialog(props: QuickCreateProps) {
  const dialog = useLazyDialog(true, loadDialog, props.onClose);
  return dialog ? <dialog.QuickCreateDialog {...props} /> : null;
}

export function FormLoading() {
  return (
    <Flex role="status" aria-label={appMessages.loading} align="center" justify="center" minHeight="24rem">
      <Spinner size="lg" color="accent.fg" />
    </Flex>
  );
}

interface FormPageProps {
  readonly title: string;
  readonly about?: ReactNode;
  readonly list: string;
  readonly pageOf?: (record: RecordRow) => string | undefined;
  /** Printed at once where the user asks for it and no page follows. */
  readonly paperOf?: (record: RecordRow) => Subject | undefined;
  readonly children: (
    callbacks: GuardCallbacks & { readonly onDone: (done: SavedForm) => void },
  ) => ReactNode;
}

const columns = { '--form-columns': { base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' } };

export function FormPage({ title, about, list, pageOf, paperOf, children }: FormPageProps) {
  const navigate = useNavigate();
  const { guard, callbacks, settle } = useLeaveGuard();
  const { state } = useNavigation();
  const navigating = useRef(false);
  navigating.current = state !== 'idle';

  const onDone = ({ record, goesOn }: SavedForm) => {
    settle();
    // The user is on the way to another screen, whose code is still loading.
    if (navigating.current) return;
    const page = goesOn ? pageOf?.(record) : undefined;
    if (page === undefined && goesOn) printNext.set(paperOf?.(record));
    if (page === undefined) void navigate(list, { state: { fresh: record.id } });
    else void navigate(page, { state: { enrols: true }, replace: true });
  };

  return (
    <QuickCreate value={LazyQuickCreateDialog}>
      <Box maxWidth={{ base: 'form', lg: 'formWide' }} css={columns}>
        <PageHeading title={title} about={about} back={list} isForm />
        <Box background="bg.surface" borderWidth="1px" borderRadius="md" padding="4">
          {children({ ...callbacks, onDone })}
        </Box>
        {guard}
      </Box>
    </QuickCreate>
  );
}

export interface RecordFormProps {
  readonly resource: Resource;
  readonly record: RecordRow | undefined;
  readonly takenBack: Mutation | undefined;
}

interface RecordFormOptions extends RecordFormProps {
  readonly facts: FormDefinition;
  readonly expect?: (body: Draft) => Draft | undefined;
  readonly children: ReactNode;
}

function useInitialValues(resource: Resource, { fields }: FormDefinition) {
  const { student, related, renews } = useNavigationState();
  const last = useRecord(resource, fields.renews ? renews : undefined).record;
  const { record } = useRecord(resourceOf('student'), fields.student ? student : undefined);
  const id = fields.student && (record?.id ?? student);
  const { startsOn } = useDeclaredFields();
  return useMemo(() => {
    const on = Object.entries(fields).filter(([, field]) => startsOn(field));
    return {
      ...((id !== undefined || last !== undefined || on.length > 0) && {
        start: {
          ...(last && renewalOf(resource, last)),
          ...(id !== undefined && { student: id }),
          ...(fields.enrolment && related !== undefined && { enrolment: related }),
          ...Object.fromEntries(on.map(([name]) => [name, true])),
        },
      }),
      ...(record && { known: { student: record } }),
    };
  }, [resource, fields, id, last, record, related, startsOn]);
}

function goOnLabelOf({ screens, installment }: Resource): string | undefined {
  if (screens.page) return messages.saveAndEnrol;
  return installment && messages.saveAndPrint;
}

export function RecordForm({ resource, record, facts, children, ...rest }: RecordFormOptions) {
  const title = formTitle(resource, facts, record !== undefined);
  const { commonName, plural } = resource;
  const { fallback = resource.screens.list } = useNavigationState();
  const initialValues = useInitialValues(resource, facts);
  return (
    <FormPage
      title={title}
      // Several kinds of enrolments are called the same.
      about={commonName && !title.includes(plural) ? plural : undefined}
      list={fallback}
      pageOf={(saved) => pagePath(resource, saved, 'id')}
      paperOf={(saved) => {
        const name = receiptResource(resource, saved);
        return name && { resource: name, id: saved.id };
      }}
    >
      {(callbacks) => (
        <ResourceForm
          resource={resource}
          facts={facts}
          record={record}
          submitLabel={record ? messages.saveChanges : title}
          goOnLabel={record ? undefined : goOnLabelOf(resource)}
          focusesFirst
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
