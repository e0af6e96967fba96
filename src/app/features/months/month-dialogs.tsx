import { useLazyDialog } from '#app/ui/use-lazy-module.ts';
import type { Month } from '#contract/month.ts';

const loadReport = () => import('#app/printing/sheets/month-report.tsx');
const loadRename = () => import('./change-month-dialogs.tsx');
const loadDelete = () => import('./change-month-dialogs.tsx');

export type MonthAction = 'print' | 'rename' | 'delete';

interface MonthDialogsProps {
  readonly month: Month;
  readonly action: MonthAction;
  readonly onClose: () => void;
}

/** Outside of the row: a table that becomes cards keeps the dialog open. */
export function MonthDialogs({ month, action, onClose }: MonthDialogsProps) {
  const report = useLazyDialog(action === 'print', loadReport, onClose);
  const rename = useLazyDialog(action === 'rename', loadRename, onClose);
  const removal = useLazyDialog(action === 'delete', loadDelete, onClose);
  if (action === 'print') return report && <report.MonthReport month={month} onClose={onClose} />;
  if (action === 'rename') return rename && <rename.RenameMonthDialog month={month} onClose={onClose} />;
  return removal && <removal.DeleteMonthDialog month={month} onClose={onClose} />;
}
