import { Button, type ButtonProps } from '@chakra-ui/react';
import { type ReactNode, useState } from 'react';
import { useLazyDialog } from './use-lazy-module.ts';

interface DialogButtonProps<Module> extends ButtonProps {
  /** Loads the dialog at the first press; must be the same function at every render. */
  readonly load: () => Promise<Module>;
  readonly dialog: (module: Module, close: () => void) => ReactNode;
}

/** Renders a button that opens a dialog; a failed load shows a toast, and the next press tries again. */
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
