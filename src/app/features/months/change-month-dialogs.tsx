import { useRef } from 'react';
import { z } from 'zod';
import { ApiError } from '#app/api/api-error.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { useRefetchMonthHistory } from '#app/reads/months.ts';
import { useDeleteMonth, useRenameMonth } from '#app/resources/month/month-calls.ts';
import { MonthNameDialog } from '#app/resources/month/month-name-dialog.tsx';
import { ConfirmDelete } from '#app/ui/confirm-delete.tsx';
import { notify } from '#app/ui/toast/notify.ts';
import type { Month } from '#contract/month.ts';
import { messages } from './texts.en.ts';

interface DeleteMonthProps {
  readonly month: Month;
  readonly onClose: () => void;
}

export function DeleteMonthDialog({ month, onClose }: DeleteMonthProps) {
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

interface RenameMonthProps {
  readonly month: Month;
  readonly onClose: () => void;
}

const renamed = z.object({ current: z.object({ name: z.string() }) });

export function RenameMonthDialog({ month, onClose }: RenameMonthProps) {
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
