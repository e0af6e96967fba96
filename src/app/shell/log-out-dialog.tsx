import { Button, Dialog, Flex, Portal, Spinner, Text } from '@chakra-ui/react';
import { useEffect, useRef, useState } from 'react';
import { flushBeforeLogout } from '#app/outbox/sender/sign-out-check.ts';
import { signOut } from '#app/outbox/store/sign-out.ts';
import { useOutbox } from '#app/reads/use-outbox.ts';
import { notify } from '#app/ui/toast/notify.ts';
import { messages } from './messages.ts';

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
        notify(error instanceof Error ? error.message : messages.logOutFailed, {
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
              <Dialog.Title>
                {unsent === undefined ? messages.loggingOut : messages.logOutUnsentTitle}
              </Dialog.Title>
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
        <Text>{pending > 0 ? messages.sendingPending({ count: pending }) : messages.oneMoment}</Text>
      </Flex>
    </Dialog.Body>
  );
}

function ConfirmLogOut({ unsent, onStay }: { readonly unsent: number; readonly onStay: () => void }) {
  return (
    <>
      <Dialog.Body>
        <Dialog.Description>{messages.logOutUnsent({ count: unsent })}</Dialog.Description>
      </Dialog.Body>
      <Dialog.Footer>
        <Button variant="outline" colorPalette="neutral" onClick={() => void signOut()}>
          {messages.logOutKeepingEntries}
        </Button>
        <Button autoFocus onClick={onStay}>
          {messages.logOutStay}
        </Button>
      </Dialog.Footer>
    </>
  );
}
