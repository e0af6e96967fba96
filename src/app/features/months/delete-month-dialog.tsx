import { messages as appMessages } from '#app/lib/texts.en.ts';
import { useRefetchMonthHistory } from '#app/reads/months.ts';
import { useDeleteMonth } from '#app/resources/month/month-calls.ts';
import { ConfirmDelete } from '#app/ui/confirm-delete.tsx';
import { notify } from '#app/ui/toast/notify.ts';
import type { Month } from '#contract/month.ts';
import { messages } from './texts.en.ts';

interface MonthDialogProps {
  readonly month: Month;
  readonly onClose: () => void;
}

export function DeleteMonthDialog({ month, onClose }: MonthDialogProps) {
  const refetchHistory = useRefetchMonthHistory();
  const remove = useDeleteMonth();
  const confirm = async () => {
    try {
      const { text } = await remove.mutateAsync(month);
      refetchHistory();
      notify(text);
      return undefined;
    } catch (failure) {
      return { message: failure instanceof Error ? failure.message : messages.deleteFailed };
    }
  };
  return <ConfirmDelete thing={appMessages.month} title={month.name} onDelete={confirm} onClose={onClose} />;
}
