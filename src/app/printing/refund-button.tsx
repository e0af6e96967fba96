import type { ButtonProps } from '@chakra-ui/react';
import { DialogButton } from '#app/ui/dialog-button.tsx';

const loadDialog = () => import('./refund-dialog.tsx');

interface RefundButtonProps extends ButtonProps {
  readonly id: string;
}

/** Opens the receipt of a refund (decision 131). */
export function RefundButton({ id, ...button }: RefundButtonProps) {
  return (
    <DialogButton
      onPointerEnter={() => void loadDialog().catch(() => undefined)}
      {...button}
      load={loadDialog}
      dialog={({ RefundDialog }, close) => <RefundDialog id={id} onClose={close} />}
    />
  );
}
