import { chakra } from '@chakra-ui/react';
import Pencil from 'lucide-react/icons/pencil';
import Printer from 'lucide-react/icons/printer';
import Trash from 'lucide-react/icons/trash-2';
import { lazy, Suspense, useState } from 'react';
import { withTexts } from '#app/lib/language.ts';
import { messages as appMessages } from '#app/lib/messages.ts';
import { usePermissions } from '#app/reads/use-permissions.ts';
import { rowActions } from '#app/theme/recipes/records.ts';
import type { Month } from '#contract/month.ts';
import { messages } from './messages.ts';

const RenameMonthDialog = lazy(async () => ({
  default: (await withTexts(() => import('./rename-month-dialog.tsx'))).RenameMonthDialog,
}));
const DeleteMonthDialog = lazy(async () => ({
  default: (await withTexts(() => import('./delete-month-dialog.tsx'))).DeleteMonthDialog,
}));

const MonthReport = lazy(async () => ({
  default: (await withTexts(() => import('#app/printing/sheets/month-report.tsx'))).MonthReport,
}));

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
      <Suspense>
        {open === 'print' && <MonthReport month={month} onClose={close} />}
        {open === 'rename' && <RenameMonthDialog month={month} onClose={close} />}
        {open === 'delete' && <DeleteMonthDialog month={month} onClose={close} />}
      </Suspense>
    </>
  );
}
