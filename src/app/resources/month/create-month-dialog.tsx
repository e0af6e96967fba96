import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { monthsQuery } from '#app/reads/branch-queries.ts';
import { notify } from '#app/ui/toast/notify.ts';
import { MONTH_IN_PROGRESS } from '#contract/month.ts';
import { useCreateMonth } from './month-calls.ts';
import { MonthNameDialog } from './month-name-dialog.tsx';
import { suggestedName } from './suggested-name.ts';
import { messages } from './texts.en.ts';

interface CreateMonthDialogProps {
  readonly title: string;
  readonly onClose: () => void;
}

/** Starts a month, with the calendar month's name filled in; from then on every payment counts in it. */
export function CreateMonthDialog({ title, onClose }: CreateMonthDialogProps) {
  const create = useCreateMonth();
  const { data } = useQuery(monthsQuery(1));
  const [name] = useState(() => suggestedName(data?.results ?? [], new Date()));
  const submit = async (chosen: string) => {
    const { text } = await create.mutateAsync({ name: chosen });
    notify(text);
  };
  return (
    <MonthNameDialog
      title={title}
      submitLabel={title}
      name={name}
      help={messages.createHelp}
      otherwise={MONTH_IN_PROGRESS}
      onSubmit={submit}
      onClose={onClose}
    />
  );
}
