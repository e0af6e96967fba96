import { Button, chakra } from '@chakra-ui/react';
import Printer from 'lucide-react/icons/printer';
import { useState } from 'react';
import { messages as appMessages } from '#app/lib/messages.ts';
import { useLazyDialog } from '#app/ui/use-lazy-module.ts';
import type { ListSheetProps } from './list-sheet.tsx';

const loadSheet = async () => (await import('./list-sheet.tsx')).ListSheetDialog;

/** Opens the whole list on paper. */
export function PrintButton(props: Omit<ListSheetProps, 'onClose'>) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const Sheet = useLazyDialog(open, loadSheet, close);
  return (
    <>
      <Button
        variant="outline"
        colorPalette="neutral"
        aria-label={appMessages.print}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Printer size={18} aria-hidden /> <chakra.span hideBelow="lg">{appMessages.print}</chakra.span>
      </Button>
      {open && Sheet && <Sheet {...props} onClose={close} />}
    </>
  );
}
