import type { ButtonProps } from '@chakra-ui/react';
import { DialogButton } from '#app/ui/dialog-button.tsx';
import type { Subject } from './receipt/use-receipt.ts';

const loadDialog = () => import('./receipt-dialog.tsx');

interface ReceiptButtonProps extends ButtonProps {
  readonly subject: Subject;
  readonly share?: boolean;
}

export function ReceiptButton({ subject, share = false, ...button }: ReceiptButtonProps) {
  return (
    <DialogButton
      onPointerEnter={() => void loadDialog().catch(() => undefined)}
      {...button}
      load={loadDialog}
      dialog={({ ReceiptDialog }, close) => <ReceiptDialog subject={subject} share={share} onClose={close} />}
    />
  );
}
