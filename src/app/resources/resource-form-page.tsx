import { Box, Button, Flex } from '@chakra-ui/react';
import HandCoins from 'lucide-react/icons/hand-coins';
import Printer from 'lucide-react/icons/printer';
import Receipt from 'lucide-react/icons/receipt-text';
import { type ComponentType, useRef } from 'react';
import { Link, useParams } from 'react-router-dom';
import { useNavigationState } from '#app/lib/navigation-state.ts';
import { takePaymentPath } from '#app/lib/paths.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { messages as appMessages, formTitle } from '#app/lib/texts.en.ts';
import { receiptResource } from '#app/printing/has-receipt.ts';
import { ReceiptButton } from '#app/printing/receipt-button.tsx';
import { useIsFormUnknown } from '#app/reads/branch-lists.ts';
import { useTakesInstallments } from '#app/reads/capabilities.ts';
import { useIsPendingRecord } from '#app/reads/use-outbox.ts';
import { useRecord } from '#app/reads/use-records.ts';
import { optionalComponent } from '#app/ui/optional-component.tsx';
import { PageError } from '#app/ui/page-error.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { debtOf, formOf, type Resource } from '#contract/define-resource.ts';
import { readPiastres } from '#contract/money.ts';
import { settledBy } from '#contract/resources/settler-of.ts';
import { FormFields } from './form/form-fields.tsx';
import { FormLoading, RecordForm, type RecordFormProps } from './form/form-page.tsx';
import { RecordHistory } from './form/record-history.tsx';
import { messages } from './form/texts.en.ts';
import { useReopenedEntry } from './form/use-reopened-entry.ts';

function debtorOf(resource: Resource, record: RecordRow): string | undefined {
  const left = readPiastres(record[debtOf(resource)?.left ?? '']) ?? 0n;
  const isOwed = record.is_installment !== true && left > 0n;
  return isOwed && typeof record.student === 'string' ? record.student : undefined;
}

export function RecordReceipt({
  resource,
  record,
}: {
  readonly resource: Resource;
  readonly record: RecordRow;
}) {
  const takesInstallments = useTakesInstallments()(resource);
  const name = receiptResource(resource, record);
  const debtor = takesInstallments ? debtorOf(resource, record) : undefined;
  if (!name && debtor === undefined) return null;
  return (
    <Flex maxWidth="form" marginBlockStart="4" gap="3" wrap="wrap">
      {name && (
        <ReceiptButton subject={{ resource: name, id: record.id }}>
          <Receipt size={18} aria-hidden /> {messages.openReceipt}
        </ReceiptButton>
      )}
      {name && (
        <PrintButton subject={{ resource: name, id: record.id }}>
          <Printer size={18} aria-hidden /> {appMessages.print}
        </PrintButton>
      )}
      {debtor !== undefined && (
        <Button asChild variant="outline">
          <Link to={takePaymentPath(debtor, [resource.name, record.id])}>
            <HandCoins size={18} aria-hidden /> {appMessages.takePayment}
          </Link>
        </Button>
      )}
    </Flex>
  );
}

function PlainForm({ resource, record, takenBack }: RecordFormProps) {
  const facts = formOf(resource, { ...record, ...takenBack?.body });
  return (
    <RecordForm resource={resource} record={record} takenBack={takenBack} facts={facts}>
      <FormFields />
    </RecordForm>
  );
}

const PrintButton = optionalComponent(
  async () => (await import('#app/printing/print-at-once.tsx')).PrintButton,
);

const SettledRecord = optionalComponent(
  async () => (await import('./settled-record.tsx')).SettledRecord,
  <FormLoading />,
);

const PresenceAction = optionalComponent(
  async () => (await import('./presence/presence-action.tsx')).PresenceAction,
);

const MoneyBack = optionalComponent(async () => (await import('./form/money-back.tsx')).MoneyBack);

interface FormStatusProps {
  readonly resource: Resource;
  readonly error?: Error | string | undefined;
  readonly onRetry: () => void;
}

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
  readonly Form?: ComponentType<RecordFormProps> | undefined;
}

export function ResourceFormPage({ resource, Form: OwnForm = PlainForm }: ResourceFormPageProps) {
  const { id } = useParams();
  const reopened = useReopenedEntry(useNavigationState().takeBack);
  const isNew = id === undefined || reopened.write?.kind === 'create';
  const isUnknown = useIsFormUnknown(!isNew);
  // An open form stays, whatever is read again.
  const shown = useRef<string>(undefined);
  const isPending = useIsPendingRecord(id);
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
  if (record && !isUnknown) shown.current = id;
  if (!record || shown.current !== id)
    return <FormStatus resource={resource} error={result.error} onRetry={result.refetch} />;
  const settled = settledBy(resource, record);
  return (
    <>
      {settled ? (
        <SettledRecord resource={resource} record={record} by={settled.by} id={settled.id} />
      ) : (
        <Form key={id} resource={resource} record={record} takenBack={reopened.write} />
      )}
      {resource.installment && <RecordReceipt resource={resource} record={record} />}
      {resource.installment && resource.fields.student && <MoneyBack resource={resource} record={record} />}
      {resource.fields.left_on && !resource.screens.page && (
        <Box marginBlockStart="4">
          <PresenceAction resource={resource} record={record} />
        </Box>
      )}
      {!isPending && <RecordHistory key={`history-${record.id}`} resource={resource} id={record.id} />}
    </>
  );
}
