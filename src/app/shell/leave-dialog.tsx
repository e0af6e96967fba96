import { Button, Dialog, Flex, Portal, Spinner, Text } from '@chakra-ui/react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { switchBranch } from '#app/cache/switch-branch.ts';
import { hasOwnUnsavedChanges, hasUnsavedChangesElsewhere } from '#app/lib/update-guard.ts';
import { flushBeforeLogout, signOut } from '#app/outbox/sender/sign-out.ts';
import { useOutbox } from '#app/reads/use-outbox.ts';
import { Directed } from '#app/ui/directed.tsx';
import { notify } from '#app/ui/toast/notify.ts';
import type { OwnBranch } from '#contract/account.ts';
import { keepLeftDataCleared } from './clear-left-data.ts';
import { messages } from './opened-texts.en.ts';

/** Seconds for sending pending entries before sign-out (docs/offline-protocol.md). */
const SEND_TIMEOUT = 10;

interface Unfinished {
  readonly pending: number;
  readonly unsavedHere: boolean;
  readonly unsavedElsewhere: boolean;
}

interface LeaveTexts {
  readonly leaving: string;
  readonly pending: (values: { readonly count: number }) => string;
  readonly unsavedHere: string;
  readonly unsavedElsewhere: string;
  readonly leave: string;
  readonly leaveKeepingEntries: string;
  readonly stay: string;
  readonly failed: string;
}

interface LeaveDialogProps {
  readonly onStay: () => void;
  readonly leave: () => Promise<void>;
  readonly texts: LeaveTexts;
}

export function LogOutDialog({ onStay }: { readonly onStay: () => void }) {
  const texts = {
    leaving: messages.loggingOut,
    pending: messages.logOutPending,
    unsavedHere: messages.logOutUnsavedHere,
    unsavedElsewhere: messages.logOutUnsavedElsewhere,
    leave: messages.logOut,
    leaveKeepingEntries: messages.logOutKeepingEntries,
    stay: messages.logOutStay,
    failed: messages.logOutFailed,
  };
  const leave = () => {
    keepLeftDataCleared();
    return signOut();
  };
  return <LeaveDialog onStay={onStay} leave={leave} texts={texts} />;
}

interface SwitchBranchDialogProps {
  readonly to: OwnBranch;
  readonly onStay: () => void;
}

export function SwitchBranchDialog({ to: { id, name: branch }, onStay }: SwitchBranchDialogProps) {
  const navigate = useNavigate();
  const leave = async () => {
    await switchBranch(id);
    // The record of the page is of the branch before.
    await navigate('/');
  };
  const texts = {
    leaving: messages.switching({ branch }),
    pending: messages.switchPending,
    unsavedHere: messages.switchUnsavedHere,
    unsavedElsewhere: messages.switchUnsavedElsewhere,
    leave: messages.switchNow({ branch }),
    leaveKeepingEntries: messages.switchNow({ branch }),
    stay: messages.switchStay,
    failed: messages.switchFailed,
  };
  return <LeaveDialog onStay={onStay} leave={leave} texts={texts} />;
}

/** The user decides if entries could not be sent, or a form of any window holds unsaved input (fault 66). */
function LeaveDialog({ onStay, leave, texts }: LeaveDialogProps) {
  const { rows: entries } = useOutbox();
  const [unfinished, setUnfinished] = useState<Unfinished>();
  const started = useRef(false);
  const fail = (error: unknown) => {
    notify(error instanceof Error ? error.message : texts.failed, { kind: 'error' });
    onStay();
  };
  const leaveFirst = useEffectEvent(leave);
  const failFirst = useEffectEvent(fail);

  useEffect(() => {
    if (started.current) return;
    started.current = true;
    Promise.all([hasUnsavedChangesElsewhere(), flushBeforeLogout(SEND_TIMEOUT)])
      .then(async ([unsavedElsewhere, pending]) => {
        const unsavedHere = hasOwnUnsavedChanges();
        if (pending === 0 && !unsavedHere && !unsavedElsewhere) await leaveFirst();
        else setUnfinished({ pending, unsavedHere, unsavedElsewhere });
      })
      .catch((error: unknown) => {
        failFirst(error);
      });
  }, []);

  const stay = () => unfinished && onStay();
  return (
    <Directed>
      <Dialog.Root role="alertdialog" size="md" open onOpenChange={({ open }) => !open && stay()}>
        <Portal>
          <Dialog.Backdrop />
          <Dialog.Positioner>
            <Dialog.Content>
              <Dialog.Header>
                <Dialog.Title>{unfinished ? titleOf(unfinished) : texts.leaving}</Dialog.Title>
              </Dialog.Header>
              {unfinished ? (
                <ConfirmLeave
                  unfinished={unfinished}
                  onStay={onStay}
                  onLeave={() => void leave().catch(fail)}
                  texts={texts}
                />
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

const titleOf = ({ pending }: Unfinished): string =>
  pending > 0 ? messages.logOutPendingTitle : messages.logOutUnsavedTitle;

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

interface ConfirmLeaveProps {
  readonly unfinished: Unfinished;
  readonly onStay: () => void;
  readonly onLeave: () => void;
  readonly texts: LeaveTexts;
}

function ConfirmLeave({ unfinished, onStay, onLeave, texts }: ConfirmLeaveProps) {
  const { pending, unsavedHere, unsavedElsewhere } = unfinished;
  return (
    <>
      <Dialog.Body>
        <Dialog.Description display="grid" gap="3" asChild>
          <div>
            {pending > 0 && <p>{texts.pending({ count: pending })}</p>}
            {unsavedHere && <p>{texts.unsavedHere}</p>}
            {unsavedElsewhere && <p>{texts.unsavedElsewhere}</p>}
          </div>
        </Dialog.Description>
      </Dialog.Body>
      <Dialog.Footer>
        <Button variant="outline" colorPalette="neutral" onClick={onLeave}>
          {pending > 0 ? texts.leaveKeepingEntries : texts.leave}
        </Button>
        <Button autoFocus onClick={onStay}>
          {texts.stay}
        </Button>
      </Dialog.Footer>
    </>
  );
}
