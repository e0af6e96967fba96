import Pencil from 'lucide-react/icons/pencil';
import Trash from 'lucide-react/icons/trash-2';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { editPath } from '#app/lib/paths.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import type { ListedRecord } from '#app/reads/with-pending.ts';
import type { Resource } from '#contract/define-resource.ts';
import { settledBy } from '#contract/resources/settler-of.ts';
import { messages } from './texts.en.ts';

// Made once: a turned page draws twenty of them anew.
const pencil = <Pencil size={18} aria-hidden />;
const trash = <Trash size={18} aria-hidden />;

interface RowActionsProps {
  readonly resource: Resource;
  readonly listed: ListedRecord;
  /** Whether the user may delete records of the resource. */
  readonly mayRemove: boolean;
  readonly onDelete: (listed: ListedRecord) => void;
  /** What stands before them. */
  readonly children?: ReactNode;
}

/** Renders the actions of one row; each label names the record. */
export function RowActions({ resource, listed, mayRemove, onDelete, children }: RowActionsProps) {
  const { record, pending } = listed;
  // A settled record cannot be changed (decision 35). Its mark links to the record that settled it.
  if (pending?.kind === 'delete' || settledBy(resource, record)) return null;
  const title = resource.titleOf(record);
  return (
    <div data-actions>
      {children}
      <Link
        to={editPath(resource, record.id)}
        state={pending?.state === 'rejected' ? { takeBack: pending.outboxId } : undefined}
        aria-label={messages.editTitle({ title })}
        title={appMessages.edit}
      >
        {pencil}
      </Link>
      {mayRemove && (
        <button
          type="button"
          data-destroys
          onClick={() => onDelete(listed)}
          aria-label={messages.deleteTitle({ title })}
          title={appMessages.delete}
        >
          {trash}
        </button>
      )}
    </div>
  );
}
