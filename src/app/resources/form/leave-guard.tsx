import { Button, Dialog } from '@chakra-ui/react';
import { type RefObject, useEffect, useRef } from 'react';
import { useBlocker } from 'react-router-dom';
import { blockReload } from '#app/lib/update-guard.ts';
import { DialogFrame } from '#app/ui/dialog-frame.tsx';
import type { DraftControl } from './form-draft.tsx';
import { messages } from './texts.en.ts';

interface LeaveDialogProps {
  /** True while the form is being saved: then leaving loses nothing. */
  readonly sending: boolean;
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

/** Asks for confirmation before unsaved changes are discarded, or a form is left while it is being saved. */
export function LeaveDialog({ sending, onStay, onLeave }: LeaveDialogProps) {
  const stay = useRef<HTMLButtonElement>(null);
  return (
    <DialogFrame
      title={sending ? messages.leaveWhileSendingTitle : messages.leaveTitle}
      role="alertdialog"
      focusFirst={stay}
      onClose={onStay}
    >
      <Dialog.Body>
        <Dialog.Description>
          {sending ? messages.leaveWhileSendingText : messages.leaveText}
        </Dialog.Description>
      </Dialog.Body>
      <Dialog.Footer>
        <Button variant="outline" colorPalette={sending ? 'neutral' : 'refused'} onClick={onLeave}>
          {messages.leave}
        </Button>
        <Button ref={stay} onClick={onStay}>
          {sending ? messages.waitHere : messages.keepEditing}
        </Button>
      </Dialog.Footer>
    </DialogFrame>
  );
}

interface LeaveGuardProps {
  readonly changed: boolean;
  /**
   * Whether leaving would lose changes. Set before anything renders for it, reset once the form is done.
   */
  readonly unsaved: RefObject<boolean>;
  /** True while the form is being saved: then leaving loses nothing. */
  readonly sending: boolean;
  readonly draft: RefObject<DraftControl | undefined>;
}

/** Blocks leaving, closing and reloading while a form has unsaved changes. */
export function LeaveGuard({ changed, unsaved, sending, draft }: LeaveGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved.current && currentLocation.pathname !== nextLocation.pathname,
  );

  useEffect(() => {
    if (!changed) return;
    const unblock = blockReload('unsaved');
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => {
      unblock();
      window.removeEventListener('beforeunload', warn);
    };
  }, [changed]);

  const isBlocked = blocker.state === 'blocked';
  const leave = () => {
    if (!sending) draft.current?.finish();
    blocker.proceed?.();
  };
  return isBlocked && <LeaveDialog sending={sending} onStay={() => blocker.reset()} onLeave={leave} />;
}
