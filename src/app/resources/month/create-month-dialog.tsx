import { useCreateMonth } from '#app/reads/on-demand/online-mutations.ts';
import { notify } from '#app/ui/toast/notify.ts';
import { MONTH_IN_PROGRESS } from '#contract/month.ts';
import { messages } from './messages.ts';
import { MonthNameDialog } from './month-name-dialog.tsx';

interface CreateMonthDialogProps {
  readonly title: string;
  readonly onClose: () => void;
}

/** Starts a month; from then on every payment counts in it. */
export function CreateMonthDialog({ title, onClose }: CreateMonthDialogProps) {
  const create = useCreateMonth();
  const submit = async (name: string) => {
    await create.mutateAsync({ name });
    notify(messages.created({ name }));
  };
  return (
    <MonthNameDialog
      title={title}
      submitLabel={title}
      help={messages.createHelp}
      otherwise={MONTH_IN_PROGRESS}
      onSubmit={submit}
      onClose={onClose}
    />
  );
}
