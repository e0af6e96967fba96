import { Button, Dialog } from '@chakra-ui/react';
import { useRef } from 'react';
import { DialogFrame } from '#app/ui/dialog-frame.tsx';
import { messages } from './messages.ts';

interface LeaveDialogProps {
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

/** Asks for confirmation before unsaved changes are discarded. */
export function LeaveDialog({ onStay, onLeave }: LeaveDialogProps) {
  const stay = useRef<HTMLButtonElement>(null);
  return (
    <DialogFrame title={messages.leaveTitle} role="alertdialog" focusFirst={stay} onClose={onStay}>
      <Dialog.Body>
        <Dialog.Description>{messages.leaveText}</Dialog.Description>
      </Dialog.Body>
      <Dialog.Footer>
        <Button variant="outline" colorPalette="refused" onClick={onLeave}>
          {messages.leave}
        </Button>
        <Button ref={stay} onClick={onStay}>
          {messages.keepEditing}
        </Button>
      </Dialog.Footer>
    </DialogFrame>
  );
}
