import { Button, Dialog, Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { DialogFrame } from '#app/ui/dialog-frame.tsx';
import { type GivenProof, ProvePerson } from '#app/ui/second-factor/prove-person.tsx';
import { RecoveryCodes } from '#app/ui/second-factor/recovery-codes.tsx';
import { ConfirmFactor } from '#app/ui/second-factor/set-up-factor.tsx';
import { messages as factorMessages } from '#app/ui/second-factor/texts.en.ts';
import { notify } from '#app/ui/toast/notify.ts';
import type { BegunFactor, FactorKind } from '#contract/second-factor.ts';
import { type RemovedFactor, useFactorCalls } from './factor-calls.ts';
import { messages } from './factor-texts.en.ts';

export type FactorTask =
  | { readonly action: 'add'; readonly kind: FactorKind }
  | ({ readonly action: 'remove' } & RemovedFactor)
  | { readonly action: 'new-codes' };

interface FactorTaskDialogProps {
  readonly task: FactorTask;
  readonly onClose: () => void;
}

function titleOf(task: FactorTask): string {
  if (task.action === 'remove') return messages.removeTitle({ name: task.name });
  if (task.action === 'new-codes') return messages.newCodesTitle;
  return task.kind === 'totp' ? messages.setUpTotp : messages.addPasskey;
}

const aboutOf = ({ action }: FactorTask) =>
  action === 'remove' ? messages.removeText : action === 'new-codes' ? messages.newCodesText : undefined;

/** Each begins with the present password and factor (decisions 49 and 160), and ends with the codes where there are new ones. */
export function FactorTaskDialog({ task, onClose }: FactorTaskDialogProps) {
  const { begin, confirm, remove, newCodes } = useFactorCalls();
  const [begun, setBegun] = useState<BegunFactor>();
  const [codes, setCodes] = useState<readonly string[]>();
  const send = async (proof: GivenProof) => {
    if (task.action === 'add') return setBegun(await begin.mutateAsync({ kind: task.kind, ...proof }));
    if (task.action === 'new-codes') return setCodes((await newCodes.mutateAsync(proof)).recovery_codes);
    const { action: _, ...removed } = task;
    await remove.mutateAsync({ ...removed, ...proof });
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
      <ProvePerson
        about={aboutOf(task)}
        label={task.action === 'remove' ? messages.remove : factorMessages.check}
        send={send}
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
