import { Button, type ButtonProps } from '@chakra-ui/react';
import { type ReactNode, useState } from 'react';
import { useLazyDialog } from '#app/ui/use-lazy-module.ts';
import type { Subject } from './receipt/use-receipt.ts';

const loadDialog = () => import('./receipt-dialog.tsx');

interface ReceiptButtonProps extends ButtonProps {
  readonly subject: Subject;
  /** Shows the ways to share it, and no print. */
  readonly share?: boolean;
  readonly children: ReactNode;
}

/** Opens the receipt of a payment or collection; the dialog is loaded then. */
export function ReceiptButton({ subject, share = false, children, ...button }: ReceiptButtonProps) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const dialog = useLazyDialog(open, loadDialog, close);
  return (
    <>
      <Button
        variant="outline"
        colorPalette="neutral"
        aria-haspopup="dialog"
        onPointerEnter={() => void loadDialog().catch(() => undefined)}
        {...button}
        onClick={() => setOpen(true)}
      >
        {children}
      </Button>
      {open && dialog && <dialog.ReceiptDialog subject={subject} share={share} onClose={close} />}
    </>
  );
}
