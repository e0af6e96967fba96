import Pencil from 'lucide-react/icons/pencil';
import Printer from 'lucide-react/icons/printer';
import Trash from 'lucide-react/icons/trash-2';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { usePermissions } from '#app/reads/use-permissions.ts';
import recordsStyles from '#app/theme/records.module.css';
import type { Month } from '#contract/month.ts';
import type { MonthAction } from './month-dialogs.tsx';
import { messages } from './texts.en.ts';

interface MonthRowActionsProps {
  readonly month: Month;
  readonly blockedReason: string | undefined;
  readonly onAction: (month: Month, action: MonthAction) => void;
}

export function MonthRowActions({ month, blockedReason, onAction }: MonthRowActionsProps) {
  const seesFigures = usePermissions()('months.figures');
  return (
    <div className={recordsStyles.rowActions}>
      {seesFigures && (
        <button
          type="button"
          aria-label={messages.printMonth({ name: month.name })}
          title={messages.printMonth({ name: month.name })}
          onClick={() => onAction(month, 'print')}
        >
          <Printer size={18} aria-hidden />
        </button>
      )}
      <button
        type="button"
        disabled={blockedReason !== undefined}
        aria-label={messages.editMonth({ name: month.name })}
        title={blockedReason ?? appMessages.edit}
        onClick={() => onAction(month, 'rename')}
      >
        <Pencil size={18} aria-hidden />
      </button>
      <button
        type="button"
        data-destroys
        disabled={blockedReason !== undefined}
        aria-label={messages.deleteMonth({ name: month.name })}
        title={blockedReason ?? appMessages.delete}
        onClick={() => onAction(month, 'delete')}
      >
        <Trash size={18} aria-hidden />
      </button>
    </div>
  );
}
