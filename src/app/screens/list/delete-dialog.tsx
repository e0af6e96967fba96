import { useRef } from 'react';
import { newWriteId } from '#app/outbox/ids.ts';
import type { ListedRecord } from '#app/outbox/use-records.ts';
import type { Outcome } from '#app/outbox/write.ts';
import { notify } from '#app/shell/notify.ts';
import { formOf, type Resource } from '#contract/define-resource.ts';
import { ConfirmDelete } from '../confirm-delete.tsx';
import { KEPT } from '../messages.ts';

interface DeleteDialogProps {
  readonly resource: Resource;
  readonly listed: ListedRecord;
  readonly onClose: () => void;
}

/** Why it was not deleted; undefined when it was, or will be. */
function problemOf(outcome: Outcome): string | undefined {
  if (outcome.outcome === 'not-stored') return outcome.message;
  if (outcome.outcome !== 'refused') return undefined;
  return outcome.detail ?? outcome.fields[0]?.message ?? 'The server refused to delete this.';
}

/** Deletes a record through the outbox, after asking. */
export function DeleteDialog({ resource, listed: { record }, onClose }: DeleteDialogProps) {
  const writeId = useRef<string>(undefined);
  const thing = formOf(resource, record).singular;

  const carryOut = async () => {
    // Not imported at the top: a list is shown before the outbox has been loaded.
    const { save } = await import('#app/outbox/save.ts');
    writeId.current ??= newWriteId();
    const outcome = await save({
      id: writeId.current,
      resource: resource.name,
      kind: 'delete',
      recordId: record.id,
      body: {},
      before: record,
    });
    const problem = problemOf(outcome);
    if (outcome.outcome === 'refused') writeId.current = undefined;
    if (problem !== undefined) return problem;
    if (outcome.outcome === 'kept') notify(KEPT, { kind: 'info' });
    else notify((outcome.outcome === 'saved' && outcome.detail) || `${thing} deleted`);
    return undefined;
  };

  return (
    <ConfirmDelete thing={thing} title={resource.titleOf(record)} onDelete={carryOut} onClose={onClose} />
  );
}
