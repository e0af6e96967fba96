import { Button, Dialog } from '@chakra-ui/react';
import { useRef, useState } from 'react';
import { messages as appMessages } from '#app/lib/messages.ts';
import { displayName } from '#app/lib/person-name.ts';
import { DialogFrame } from '#app/ui/dialog-frame.tsx';
import { ErrorLine } from '#app/ui/error-line.tsx';
import { notify } from '#app/ui/toast/notify.ts';
import { type BranchUser, newUserBody, userPatchBody } from '#contract/users.ts';
import { messages } from './messages.ts';
import { UserDialog } from './user-dialog.tsx';
import { useSaveUser } from './users-queries.ts';

interface UserActionProps {
  readonly user: BranchUser;
  readonly onClose: () => void;
}

/** Adds a user with a temporary password. */
export function AddUserDialog({ onClose }: { readonly onClose: () => void }) {
  const save = useSaveUser();
  return (
    <UserDialog
      title={messages.addUser}
      submitLabel={messages.addUser}
      start={{ first_name: '', last_name: '', email: '', account_type: 'staff', password: '' }}
      schema={newUserBody}
      onSubmit={async (values) => {
        const added = await save.mutateAsync({ body: newUserBody.parse(values) });
        notify(messages.added({ name: displayName(added) }));
      }}
      onClose={onClose}
    />
  );
}

/** Renames a user and sets their role. */
export function EditUserDialog({ user, onClose }: UserActionProps) {
  const save = useSaveUser();
  const { id, first_name, last_name, account_type } = user;
  return (
    <UserDialog
      title={messages.edit({ name: displayName(user) })}
      submitLabel={messages.save}
      start={{ first_name, last_name, account_type }}
      schema={userPatchBody.pick({ first_name: true, last_name: true, account_type: true })}
      onSubmit={async (values) => {
        const saved = await save.mutateAsync({ id, body: userPatchBody.parse(values) });
        notify(messages.saved({ name: displayName(saved) }));
      }}
      onClose={onClose}
    />
  );
}

/** Sets a new password, which signs the user out everywhere. */
export function PasswordDialog({ user, onClose }: UserActionProps) {
  const save = useSaveUser();
  const name = displayName(user);
  return (
    <UserDialog
      title={messages.newPasswordFor({ name })}
      submitLabel={messages.save}
      start={{ password: '' }}
      schema={newUserBody.pick({ password: true })}
      onSubmit={async (values) => {
        await save.mutateAsync({ id: user.id, body: userPatchBody.parse(values) });
        notify(messages.passwordSaved({ name }));
      }}
      onClose={onClose}
    />
  );
}

/** Disables a user or enables them again, after confirmation. */
export function DisableDialog({ user, onClose }: UserActionProps) {
  const save = useSaveUser();
  const cancel = useRef<HTMLButtonElement>(null);
  const [problem, setProblem] = useState<string>();
  const name = displayName(user);
  const disables = user.disabled_at === null;
  const label = disables ? messages.disable : messages.enable;
  const confirm = () => {
    setProblem(undefined);
    save.mutate(
      { id: user.id, body: { disabled: disables } },
      {
        onSuccess: () => {
          notify(disables ? messages.disabledNow({ name }) : messages.enabledNow({ name }));
          onClose();
        },
        onError: (error) => setProblem(error.message),
      },
    );
  };
  return (
    <DialogFrame
      title={disables ? messages.disableTitle({ name }) : messages.enableTitle({ name })}
      role="alertdialog"
      focusFirst={cancel}
      onClose={onClose}
    >
      <Dialog.Body>
        <Dialog.Description>{disables ? messages.disableText : messages.enableText}</Dialog.Description>
        {problem !== undefined && <ErrorLine message={problem} />}
      </Dialog.Body>
      <Dialog.Footer>
        <Button ref={cancel} variant="outline" colorPalette="neutral" onClick={onClose}>
          {appMessages.cancel}
        </Button>
        <Button
          colorPalette={disables ? 'refused' : 'accent'}
          loading={save.isPending}
          loadingText={label}
          onClick={confirm}
        >
          {label}
        </Button>
      </Dialog.Footer>
    </DialogFrame>
  );
}
