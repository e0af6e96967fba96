import { useRef } from 'react';
import { z } from 'zod';
import { ApiError } from '#app/api/api-error.ts';
import { useRefetchMonthHistory } from '#app/reads/months.ts';
import { useRenameMonth } from '#app/resources/month/month-calls.ts';
import { MonthNameDialog } from '#app/resources/month/month-name-dialog.tsx';
import { notify } from '#app/ui/toast/notify.ts';
import type { Month } from '#contract/month.ts';
import { messages } from './texts.en.ts';

interface MonthDialogProps {
  readonly month: Month;
  readonly onClose: () => void;
}

const renamed = z.object({ current: z.object({ name: z.string() }) });

/** A name that somebody else gave meanwhile is shown before it is replaced. */
export function RenameMonthDialog({ month, onClose }: MonthDialogProps) {
  const refetchHistory = useRefetchMonthHistory();
  const rename = useRenameMonth();
  const seen = useRef(month.name);
  const submit = async (name: string) => {
    const { text } = await rename
      .mutateAsync({ id: month.id, name, seen: seen.current })
      .catch((error: unknown) => {
        const current = error instanceof ApiError && renamed.safeParse(error.answer).data?.current;
        if (!current) throw error;
        seen.current = current.name;
        throw new ApiError('rejected', { detail: messages.renamedMeanwhile(current) });
      });
    refetchHistory();
    notify(text);
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
