import { Flex, Text } from '@chakra-ui/react';
import { type FormEvent, useId, useState } from 'react';
import { ApiError } from '#app/api/api-error.ts';
import { useConnection } from '#app/api/connection.ts';
import { messages } from '#app/features/students/texts.en.ts';
import { choiceControl } from '#app/fields/choice.tsx';
import { textOf } from '#app/fields/field-control.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { DialogForm, DialogFrame } from '#app/ui/dialog-frame.tsx';
import { ErrorLine } from '#app/ui/error-line.tsx';
import { FactList } from '#app/ui/fact-list.tsx';
import { notify } from '#app/ui/toast/notify.ts';
import type { OwnBranch } from '#contract/account.ts';
import { choice } from '#contract/fields.ts';
import { formatMoney, type Piastres } from '#contract/money.ts';
import { useTransferStudent } from './transfer-queries.ts';

export interface StaysHere {
  readonly owed: Piastres;
  readonly credit: Piastres;
}

interface TransferDialogProps {
  readonly student: RecordRow;
  readonly branches: readonly OwnBranch[];
  readonly stays: StaysHere | undefined;
  readonly isPending: boolean;
  readonly onClose: () => void;
}

interface Failure {
  readonly atBranch?: string | undefined;
  readonly sentence?: string;
}

function failureOf(failure: unknown): Failure {
  if (!(failure instanceof ApiError)) return { sentence: messages.transfer.notDone };
  const atBranch = failure.fields.find(({ field }) => field === 'branch')?.message;
  return atBranch === undefined ? { sentence: failure.detail ?? failure.message } : { atBranch };
}

export function TransferDialog({ student, branches, stays, isPending, onClose }: TransferDialogProps) {
  const [first, ...more] = branches;
  const [branch, setBranch] = useState(more.length === 0 ? (first?.id ?? '') : '');
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<Failure>({});
  const offline = useConnection() === 'offline';
  const needsConnection = useId();
  const transfer = useTransferStudent();
  const field = choice(
    () => messages.transfer.branch,
    branches.map(({ id, name }) => ({ value: id, label: name })),
  );

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || offline) return;
    if (branch === '') return setFailed({ atBranch: messages.transfer.chooseBranch });
    setBusy(true);
    setFailed({});
    try {
      const { text } = await transfer(student.id, textOf(student.name), branch);
      notify(text);
      onClose();
    } catch (failure) {
      setFailed(failureOf(failure));
      setBusy(false);
    }
  };

  return (
    <DialogFrame title={messages.transfer.open} size="md" onClose={() => !busy && onClose()}>
      <DialogForm
        onSubmit={submit}
        submitLabel={messages.transfer.submit}
        isSubmitting={busy}
        disabled={offline}
        describedBy={offline ? needsConnection : undefined}
        onCancel={() => !busy && onClose()}
      >
        <Flex direction="column" gap="4">
          <Text color="fg.muted">{messages.transfer.about}</Text>
          <FactList
            facts={[
              { label: messages.transfer.goes, value: messages.transfer.goesText },
              { label: messages.transfer.stays, value: messages.transfer.staysText },
              ...(stays
                ? [
                    { label: messages.transfer.owed, value: formatMoney(stays.owed) },
                    { label: messages.transfer.credit, value: formatMoney(stays.credit) },
                  ]
                : []),
            ]}
          />
          <choiceControl.Input
            name="branch"
            field={field}
            value={branch}
            onChange={(id) => {
              setBranch(id);
              setFailed({});
            }}
            onBlur={() => undefined}
            error={failed.atBranch}
            disabled={busy}
          />
          {isPending && <Text role="status">{messages.transfer.pending}</Text>}
          {offline && (
            <Text role="status" id={needsConnection}>
              {messages.transfer.needsConnection}
            </Text>
          )}
          {failed.sentence !== undefined && <ErrorLine message={failed.sentence} />}
        </Flex>
      </DialogForm>
    </DialogFrame>
  );
}
