import { Button, Dialog } from '@chakra-ui/react';
import { useRef } from 'react';
import { DialogFrame } from '#app/ui/dialog-frame.tsx';
import { messages } from './texts.en.ts';

interface LeaveDialogProps {
  readonly sending: boolean;
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

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
