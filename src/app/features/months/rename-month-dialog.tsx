import { useRefetchMonthHistory } from '#app/reads/month-history.ts';
import { useRenameMonth } from '#app/reads/on-demand/online-mutations.ts';
import { MonthNameDialog } from '#app/resources/month/month-name-dialog.tsx';
import { notify } from '#app/ui/toast/notify.ts';
import type { Month } from '#contract/month.ts';
import { messages } from './messages.ts';

interface MonthDialogProps {
  readonly month: Month;
  readonly onClose: () => void;
}

/** Renames a month. */
export function RenameMonthDialog({ month, onClose }: MonthDialogProps) {
  const refetchHistory = useRefetchMonthHistory();
  const rename = useRenameMonth();
  const submit = async (name: string) => {
    await rename.mutateAsync({ id: month.id, name });
    refetchHistory();
    notify(messages.saved({ name }));
  };
  return (
    <MonthNameDialog
      title={messages.editTitle}
      submitLabel={messages.save}
      name={month.name}
      otherwise={messages.notSaved}
      onSubmit={submit}
      onClose={onClose}
    />
  );
}
