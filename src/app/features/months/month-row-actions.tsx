import { chakra } from '@chakra-ui/react';
import Pencil from 'lucide-react/icons/pencil';
import Printer from 'lucide-react/icons/printer';
import Trash from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { messages as appMessages } from '#app/lib/messages.ts';
import { usePermissions } from '#app/reads/use-permissions.ts';
import { rowActions } from '#app/theme/recipes/records.ts';
import { useLazyDialog } from '#app/ui/use-lazy-module.ts';
import type { Month } from '#contract/month.ts';
import { messages } from './messages.ts';

const loadReport = () => import('#app/printing/sheets/month-report.tsx');
const loadRename = () => import('./rename-month-dialog.tsx');
const loadDelete = () => import('./delete-month-dialog.tsx');

const Actions = chakra('div', rowActions);

interface MonthRowActionsProps {
  readonly month: Month;
  /** Why months can't be changed now; undefined if they can. */
  readonly blockedReason: string | undefined;
}

/** Renders the actions of a month: its report on paper, rename and delete. */
export function MonthRowActions({ month, blockedReason }: MonthRowActionsProps) {
  const [open, setOpen] = useState<'print' | 'rename' | 'delete'>();
  const seesFigures = usePermissions()('months.figures');
  const close = () => setOpen(undefined);
  const report = useLazyDialog(open === 'print', loadReport, close);
  const rename = useLazyDialog(open === 'rename', loadRename, close);
  const removal = useLazyDialog(open === 'delete', loadDelete, close);
  return (
    <>
      <Actions>
        {seesFigures && (
          <button
            type="button"
            aria-label={messages.printMonth({ name: month.name })}
            title={messages.printMonth({ name: month.name })}
            onClick={() => setOpen('print')}
          >
            <Printer size={18} aria-hidden />
          </button>
        )}
        <button
          type="button"
          disabled={blockedReason !== undefined}
          aria-label={messages.editMonth({ name: month.name })}
          title={blockedReason ?? appMessages.edit}
          onClick={() => setOpen('rename')}
        >
          <Pencil size={18} aria-hidden />
        </button>
        <button
          type="button"
          data-destroys
          disabled={blockedReason !== undefined}
          aria-label={messages.deleteMonth({ name: month.name })}
          title={blockedReason ?? appMessages.delete}
          onClick={() => setOpen('delete')}
        >
          <Trash size={18} aria-hidden />
        </button>
      </Actions>
      {open === 'print' && report && <report.MonthReport month={month} onClose={close} />}
      {open === 'rename' && rename && <rename.RenameMonthDialog month={month} onClose={close} />}
      {open === 'delete' && removal && <removal.DeleteMonthDialog month={month} onClose={close} />}
    </>
  );
}
