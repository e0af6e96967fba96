import { Button, type ButtonProps } from '@chakra-ui/react';
import { useState } from 'react';
import { useLazyDialog } from '#app/ui/use-lazy-module.ts';
import type { Subject } from './receipt/use-receipt.ts';

const loadPrintNow = () => import('./print-now.tsx');

/** Without a wait at the press. */
const preparePrinting = () => void loadPrintNow().catch(() => undefined);

interface PrintAtOnceProps {
  readonly subjects: readonly Subject[];
  /** Printed, or they could not be. */
  readonly onEnd: () => void;
}

/** Prints as soon as it is rendered. A failed load shows a toast. */
export function PrintAtOnce({ subjects, onEnd }: PrintAtOnceProps) {
  const loaded = useLazyDialog(true, loadPrintNow, onEnd);
  return loaded ? <loaded.PrintNow subjects={subjects} onEnd={onEnd} /> : null;
}

/** Prints a receipt with one tap; `ReceiptButton` shows it before. */
export function PrintButton({ subject, ...button }: ButtonProps & { readonly subject: Subject }) {
  const [printing, setPrinting] = useState(false);
  return (
    <>
      <Button
        variant="outline"
        colorPalette="neutral"
        onPointerEnter={preparePrinting}
        {...button}
        onClick={() => setPrinting(true)}
      />
      {printing && <PrintAtOnce subjects={[subject]} onEnd={() => setPrinting(false)} />}
    </>
  );
}
