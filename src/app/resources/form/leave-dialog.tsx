import { Button, Dialog } from '@chakra-ui/react';
import { useRef } from 'react';
import { DialogFrame } from '#app/ui/dialog-frame.tsx';

interface LeaveDialogProps {
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

/** Asks for confirmation before unsaved changes are discarded. */
export function LeaveDialog({ onStay, onLeave }: LeaveDialogProps) {
  const stay = useRef<HTMLButtonElement>(null);
  return (
    <DialogFrame title="Leave without saving?" role="alertdialog" focusFirst={stay} onClose={onStay}>
      <Dialog.Body>
        <Dialog.Description>What you typed here has not been saved and will be lost.</Dialog.Description>
      </Dialog.Body>
      <Dialog.Footer>
        <Button variant="outline" colorPalette="refused" onClick={onLeave}>
          Leave
        </Button>
        <Button ref={stay} onClick={onStay}>
          Keep editing
        </Button>
      </Dialog.Footer>
    </DialogFrame>
  );
}
