import { Button, Dialog } from '@chakra-ui/react';
import Printer from 'lucide-react/icons/printer';
import { type ReactNode, useRef } from 'react';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { DialogFrame } from '#app/ui/dialog-frame.tsx';
import type { PageSize } from '../paper/page-size.ts';
import { Preview } from '../paper/preview.tsx';
import { PrintRoot } from '../paper/print-root.tsx';

interface SheetDialogProps {
  readonly title: string;
  readonly size: PageSize;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Shows a sheet as it will be printed, and prints it in place. */
export function SheetDialog({ title, size, onClose, children }: SheetDialogProps) {
  const print = useRef<HTMLButtonElement>(null);
  return (
    <DialogFrame title={title} size="lg" focusFirst={print} onClose={onClose}>
      <Dialog.Body>
        <Preview>{children}</Preview>
        <PrintRoot size={size}>{children}</PrintRoot>
      </Dialog.Body>
      <Dialog.Footer justifyContent="flex-start">
        <Button ref={print} onClick={() => window.print()}>
          <Printer size={18} aria-hidden /> {appMessages.print}
        </Button>
      </Dialog.Footer>
    </DialogFrame>
  );
}
