import { Button, type ButtonProps } from '@chakra-ui/react';
import { type ReactNode, useState } from 'react';
import { useLazyDialog } from './use-lazy-module.ts';

interface DialogButtonProps<Module> extends ButtonProps {
  /** The same function at every render, called at the first press. */
  readonly load: () => Promise<Module>;
  readonly dialog: (module: Module, close: () => void) => ReactNode;
}

/** A failed load shows a toast, and the next press tries again. */
export function DialogButton<Module>({ load, dialog, ...button }: DialogButtonProps<Module>) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const loaded = useLazyDialog(open, load, close);
  return (
    <>
      <Button
        variant="outline"
        colorPalette="neutral"
        {...button}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      {open && loaded && dialog(loaded, close)}
    </>
  );
}
