import { Button, Dialog, Flex, Portal, Spinner, Text } from '@chakra-ui/react';
import { useEffect, useRef, useState } from 'react';
import { signOut } from '#app/cache/sign-in.ts';
import { flushBeforeLogout } from '#app/outbox/sender/sign-out-check.ts';
import { useOutbox } from '#app/reads/use-outbox.ts';
import { notify } from '#app/ui/toast/notify.ts';

/** Time limit for sending pending entries before sign-out, in seconds (docs/offline-protocol.md). */
const SEND_TIMEOUT = 10;

/**
 * Signs out after sending the pending entries. If some could not be sent, the user decides: stay, or leave
 * them on this device until the next sign-in. Nothing is ever deleted here.
 */
export function LogOutDialog({ onStay }: { readonly onStay: () => void }) {
  const { rows: entries } = useOutbox();
  const [unsent, setUnsent] = useState<number | undefined>();
  const started = useRef(false);

  useEffect(() => {
    if (started.current) return;
    started.current = true;
    flushBeforeLogout(SEND_TIMEOUT)
      .then(async (remaining) => {
        if (remaining > 0) setUnsent(remaining);
        else await signOut();
      })
      .catch((error: unknown) => {
        notify(error instanceof Error ? error.message : 'Signing out did not work. Try again.', {
          kind: 'error',
        });
        onStay();
      });
  }, [onStay]);

  const stay = () => unsent !== undefined && onStay();
  return (
    <Dialog.Root role="alertdialog" size="md" open onOpenChange={({ open }) => !open && stay()}>
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content>
            <Dialog.Header>
              <Dialog.Title>{unsent === undefined ? 'Logging out' : 'Not everything is sent'}</Dialog.Title>
            </Dialog.Header>
            {unsent === undefined ? (
              <SendingPending pending={entries.length} />
            ) : (
              <ConfirmLogOut unsent={unsent} onStay={onStay} />
            )}
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

function SendingPending({ pending }: { readonly pending: number }) {
  return (
    <Dialog.Body pb="6">
      <Flex align="center" gap="3" role="status">
        <Spinner size="md" color="accent.fg" />
        <Text>{pending > 0 ? `Sending what waits on this device (${pending})…` : 'One moment…'}</Text>
      </Flex>
    </Dialog.Body>
  );
}

function ConfirmLogOut({ unsent, onStay }: { readonly unsent: number; readonly onStay: () => void }) {
  const isSingle = unsent === 1;
  return (
    <>
      <Dialog.Body>
        <Dialog.Description>
          {isSingle ? '1 record is' : `${unsent} records are`} not at the server yet. If you log out now,{' '}
          {isSingle ? 'it stays' : 'they stay'} on this device and {isSingle ? 'is' : 'are'} sent the next
          time you sign in here. Nobody else can see {isSingle ? 'it' : 'them'}.
        </Dialog.Description>
      </Dialog.Body>
      <Dialog.Footer>
        <Button variant="outline" colorPalette="neutral" onClick={() => void signOut()}>
          Log out, keep them here
        </Button>
        <Button autoFocus onClick={onStay}>
          Stay signed in
        </Button>
      </Dialog.Footer>
    </>
  );
}
