import { Button, Dialog, Flex, Portal, Spinner, Text } from '@chakra-ui/react';
import { useEffect, useRef, useState } from 'react';
import { hasOwnUnsavedChanges, hasUnsavedChangesElsewhere } from '#app/lib/update-guard.ts';
import { flushBeforeLogout, signOut } from '#app/outbox/sender/sign-out.ts';
import { useOutbox } from '#app/reads/use-outbox.ts';
import { Directed } from '#app/ui/directed.tsx';
import { notify } from '#app/ui/toast/notify.ts';
import { messages } from './opened-texts.en.ts';

/** Seconds for sending pending entries before sign-out (docs/offline-protocol.md). */
const SEND_TIMEOUT = 10;

interface Unfinished {
  readonly unsent: number;
  /** A form holds unsaved input, in this window or another one. */
  readonly unsavedHere: boolean;
  readonly unsavedElsewhere: boolean;
}

/**
 * Sends the pending entries first. If some could not be sent, or a form of any window holds unsaved input, the user
 * decides: stay, or leave it on this device until the next sign-in. Nothing is ever deleted here (fault 66).
 */
export function LogOutDialog({ onStay }: { readonly onStay: () => void }) {
  const { rows: entries } = useOutbox();
  const [unfinished, setUnfinished] = useState<Unfinished>();
  const started = useRef(false);

  useEffect(() => {
    if (started.current) return;
    started.current = true;
    Promise.all([hasUnsavedChangesElsewhere(), flushBeforeLogout(SEND_TIMEOUT)])
      .then(async ([unsavedElsewhere, unsent]) => {
        const unsavedHere = hasOwnUnsavedChanges();
        if (unsent === 0 && !unsavedHere && !unsavedElsewhere) await signOut();
        else setUnfinished({ unsent, unsavedHere, unsavedElsewhere });
      })
      .catch((error: unknown) => {
        notify(error instanceof Error ? error.message : messages.logOutFailed, {
          kind: 'error',
        });
        onStay();
      });
  }, [onStay]);

  const stay = () => unfinished && onStay();
  return (
    <Directed>
      <Dialog.Root role="alertdialog" size="md" open onOpenChange={({ open }) => !open && stay()}>
        <Portal>
          <Dialog.Backdrop />
          <Dialog.Positioner>
            <Dialog.Content>
              <Dialog.Header>
                <Dialog.Title>{unfinished ? titleOf(unfinished) : messages.loggingOut}</Dialog.Title>
              </Dialog.Header>
              {unfinished ? (
                <ConfirmLogOut unfinished={unfinished} onStay={onStay} />
              ) : (
                <SendingPending pending={entries.length} />
              )}
            </Dialog.Content>
          </Dialog.Positioner>
        </Portal>
      </Dialog.Root>
    </Directed>
  );
}

const titleOf = ({ unsent }: Unfinished): string =>
  unsent > 0 ? messages.logOutUnsentTitle : messages.logOutUnsavedTitle;

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

interface ConfirmLogOutProps {
  readonly unfinished: Unfinished;
  readonly onStay: () => void;
}

function ConfirmLogOut({ unfinished, onStay }: ConfirmLogOutProps) {
  const { unsent, unsavedHere, unsavedElsewhere } = unfinished;
  return (
    <>
      <Dialog.Body>
        <Dialog.Description display="grid" gap="3" asChild>
          <div>
            {unsent > 0 && <p>{messages.logOutUnsent({ count: unsent })}</p>}
            {unsavedHere && <p>{messages.logOutUnsavedHere}</p>}
            {unsavedElsewhere && <p>{messages.logOutUnsavedElsewhere}</p>}
          </div>
        </Dialog.Description>
      </Dialog.Body>
      <Dialog.Footer>
        <Button variant="outline" colorPalette="neutral" onClick={() => void signOut()}>
          {unsent > 0 ? messages.logOutKeepingEntries : messages.logOut}
        </Button>
        <Button autoFocus onClick={onStay}>
          {messages.logOutStay}
        </Button>
      </Dialog.Footer>
    </>
  );
}
