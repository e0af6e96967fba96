import { Button, Dialog, Flex } from '@chakra-ui/react';
import { type FormEvent, useState } from 'react';
import { ApiError } from '#app/api/api-error.ts';
import { useConnection } from '#app/api/connection.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { DialogFormFooter } from '#app/ui/dialog-form-footer.tsx';
import { DialogFrame } from '#app/ui/dialog-frame.tsx';
import { ErrorLine } from '#app/ui/error-line.tsx';
import { PasswordField } from '#app/ui/password-field.tsx';
import { RecoveryCodes } from '#app/ui/second-factor/recovery-codes.tsx';
import { ConfirmFactor, sentenceOf } from '#app/ui/second-factor/set-up-factor.tsx';
import { messages as factorMessages } from '#app/ui/second-factor/texts.en.ts';
import { notify } from '#app/ui/toast/notify.ts';
import type { BegunFactor, FactorKind } from '#contract/second-factor.ts';
import { type RemovedFactor, useFactorCalls } from './factor-calls.ts';
import { messages } from './factor-texts.en.ts';

export type FactorTask =
  | { readonly what: 'add'; readonly kind: FactorKind }
  | ({ readonly what: 'remove' } & RemovedFactor)
  | { readonly what: 'new-codes' };

interface FactorTaskDialogProps {
  readonly task: FactorTask;
  readonly onClose: () => void;
}

function titleOf(task: FactorTask): string {
  if (task.what === 'remove') return messages.removeTitle({ name: task.name });
  if (task.what === 'new-codes') return messages.newCodesTitle;
  return task.kind === 'totp' ? messages.setUpTotp : messages.addPasskey;
}

const aboutOf = ({ what }: FactorTask) =>
  what === 'remove' ? messages.removeText : what === 'new-codes' ? messages.newCodesText : undefined;

/** Each begins with the present password (decision 49), and ends with the codes where there are new ones. */
export function FactorTaskDialog({ task, onClose }: FactorTaskDialogProps) {
  const { begin, confirm, remove, newCodes } = useFactorCalls();
  const [begun, setBegun] = useState<BegunFactor>();
  const [codes, setCodes] = useState<readonly string[]>();
  const prove = async (current_password: string) => {
    if (task.what === 'add') return setBegun(await begin.mutateAsync({ kind: task.kind, current_password }));
    if (task.what === 'new-codes')
      return setCodes((await newCodes.mutateAsync({ current_password })).recovery_codes);
    const { what: _, ...removed } = task;
    await remove.mutateAsync({ ...removed, current_password });
    notify(messages.removed({ name: task.name }));
    onClose();
  };
  const body = () => {
    if (codes) {
      return (
        <Dialog.Body paddingBlockEnd="6">
          <RecoveryCodes codes={codes} onKept={onClose} />
        </Dialog.Body>
      );
    }
    if (begun) {
      return (
        <Dialog.Body paddingBlockEnd="6">
          <ConfirmFactor
            begun={begun}
            confirm={async (body) => {
              const { recovery_codes } = await confirm.mutateAsync(body);
              notify(messages.done);
              if (recovery_codes) setCodes(recovery_codes);
              else onClose();
            }}
            footer={({ label, isSending }) => (
              <Flex gap="3" justify="flex-end">
                <Button variant="outline" colorPalette="neutral" onClick={onClose}>
                  {appMessages.cancel}
                </Button>
                <Button type="submit" loading={isSending} loadingText={label}>
                  {label}
                </Button>
              </Flex>
            )}
          />
        </Dialog.Body>
      );
    }
    return (
      <PasswordStep
        about={aboutOf(task)}
        label={task.what === 'remove' ? messages.remove : factorMessages.check}
        prove={prove}
        onCancel={onClose}
      />
    );
  };
  return (
    <DialogFrame title={codes ? factorMessages.codesTitle : titleOf(task)} size="md" onClose={onClose}>
      {body()}
    </DialogFrame>
  );
}

interface PasswordStepProps {
  readonly about: string | undefined;
  readonly label: string;
  /** @throws {ApiError} */
  readonly prove: (password: string) => Promise<void>;
  readonly onCancel: () => void;
}

function PasswordStep({ about, label, prove, onCancel }: PasswordStepProps) {
  const [password, setPassword] = useState('');
  const [shown, setShown] = useState(false);
  const [wrong, setWrong] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [sending, setSending] = useState(false);
  const offline = useConnection() === 'offline';
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setSending(true);
    setWrong(undefined);
    setProblem(undefined);
    try {
      return await prove(password);
    } catch (failure) {
      const atPassword =
        failure instanceof ApiError
          ? failure.fields.find(({ field }) => field === 'current_password')?.message
          : undefined;
      setWrong(atPassword);
      if (atPassword === undefined) setProblem(sentenceOf(failure));
    }
    setSending(false);
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Dialog.Body>
        <Flex direction="column" gap="4">
          <Dialog.Description>{[about, messages.proveFirst].filter(Boolean).join(' ')}</Dialog.Description>
          <PasswordField
            label={messages.password}
            error={wrong}
            autoComplete="current-password"
            shown={shown}
            onToggle={() => setShown(!shown)}
            value={password}
            onChange={({ target }) => setPassword(target.value)}
          />
          {problem !== undefined && <ErrorLine message={problem} />}
        </Flex>
      </Dialog.Body>
      <DialogFormFooter
        submitLabel={label}
        isSubmitting={sending}
        disabled={password === '' || offline}
        onCancel={onCancel}
      />
    </form>
  );
}
