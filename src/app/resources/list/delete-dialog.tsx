import { Box } from '@chakra-ui/react';
import { useEffect, useRef, useState } from 'react';
import { longTextControl } from '#app/fields/text-inputs.tsx';
import { recordFacts, valueText } from '#app/lib/record-facts.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { newMutationId } from '#app/outbox/model/ids.ts';
import type { MutationOutcome } from '#app/outbox/model/mutation.ts';
import { save } from '#app/outbox/sender/save.ts';
import { differences } from '#app/outbox/store/entry-change.ts';
import { receiptResource } from '#app/printing/has-receipt.ts';
import { PrintedCheck } from '#app/printing/receipt/use-receipt.ts';
import type { ListedRecord } from '#app/reads/with-pending.ts';
import { ConfirmDelete, type DeleteProblem } from '#app/ui/confirm-delete.tsx';
import { FactList } from '#app/ui/fact-list.tsx';
import { notify } from '#app/ui/toast/notify.ts';
import { fieldOf, formOf, nameOf, type Resource } from '#contract/define-resource.ts';
import { fieldWith, optionalLongText } from '#contract/fields.ts';
import { messages as openedMessages } from './opened-texts.en.ts';
import { messages } from './texts.en.ts';

function changedValues(resource: Resource, shown: RecordRow, current: RecordRow): string[] {
  const { fields } = formOf(resource, current);
  return differences(resource, shown, current).flatMap((name) => {
    const field = fields[name] ?? fieldOf(resource, name);
    return field ? [`${field.label} ${valueText(field, name, current)}`.trim()] : [];
  });
}

interface DeleteDialogProps {
  readonly resource: Resource;
  readonly listed: ListedRecord;
  readonly onClose: () => void;
}

function problemOf(outcome: MutationOutcome): DeleteProblem | undefined {
  if (outcome.outcome === 'not-stored') return { message: outcome.message };
  if (outcome.outcome !== 'rejected') return undefined;
  return {
    message: outcome.detail ?? outcome.fields[0]?.message ?? messages.deleteRejected,
    onShown: () => void outcome.confirmShown(),
  };
}

function tellElsewhere(outcome: MutationOutcome, deleted: ReturnType<typeof nameOf>): void {
  if (outcome.outcome === 'not-stored') notify(outcome.message, { kind: 'error' });
  if (outcome.outcome === 'rejected') notify(openedMessages.rejectedLater(deleted), { kind: 'error' });
}

export function DeleteDialog({ resource, listed: { record }, onClose }: DeleteDialogProps) {
  const mutationId = useRef<string>(undefined);
  // What the user has seen of the record: a refusal may show a newer one.
  const seen = useRef(record);
  const thing = formOf(resource, record).singular;
  const [asksReason, setAsksReason] = useState(false);
  const [reason, setReason] = useState('');
  const printable = receiptResource(resource, record);
  const mounted = useRef(false);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);

  const askAgain = (current: RecordRow) => {
    const changes = changedValues(resource, seen.current, current);
    seen.current = current;
    return messages.changedBeforeDelete({ changes });
  };

  const deleteRecord = async () => {
    mutationId.current ??= newMutationId();
    if (asksReason && reason.trim() === '') return { message: openedMessages.reasonMissing };
    const outcome = await save({
      id: mutationId.current,
      resource: resource.name,
      kind: 'delete',
      recordId: record.id,
      body: asksReason ? { reason: reason.trim() } : {},
      before: seen.current,
    });
    if (outcome.outcome === 'rejected') mutationId.current = undefined;
    // Another device has printed its receipt.
    if (outcome.outcome === 'rejected' && outcome.fields.some(({ field }) => field === 'reason'))
      setAsksReason(true);
    if (!mounted.current) tellElsewhere(outcome, nameOf(resource, record));
    const problem = problemOf(outcome);
    if (problem && mounted.current && outcome.outcome === 'rejected' && outcome.changedMeanwhile)
      return { ...problem, message: askAgain(outcome.changedMeanwhile.current) };
    if (problem) return problem;
    if (outcome.outcome === 'queued') notify(appMessages.savedOffline, { kind: 'info' });
    else
      notify((outcome.outcome === 'saved' && outcome.detail) || messages.deleted(nameOf(resource, record)));
    return undefined;
  };

  return (
    <ConfirmDelete
      thing={thing}
      title={resource.titleOf(record)}
      onDelete={deleteRecord}
      whileDeleting={openedMessages.whileDeleting}
      onClose={onClose}
    >
      <FactList facts={recordFacts(resource, seen.current)} />
      {printable && (
        <PrintedCheck
          subject={{ resource: printable, id: record.id }}
          onPrinted={() => setAsksReason(true)}
        />
      )}
      {asksReason && (
        <Box marginBlockStart="3">
          <longTextControl.Input
            name="reason"
            field={fieldWith(optionalLongText('reason'), { optional: false })}
            value={reason}
            onChange={setReason}
            onBlur={() => undefined}
            error={undefined}
            help={openedMessages.reasonHelp}
          />
        </Box>
      )}
    </ConfirmDelete>
  );
}
