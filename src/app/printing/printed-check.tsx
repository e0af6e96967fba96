import { useEffect } from 'react';
import { type Subject, useReceipt } from './receipt/use-receipt.ts';

interface PrintedCheckProps {
  readonly subject: Subject;
  /** Called when it is known that the receipt was printed. */
  readonly onPrinted: () => void;
}

/** Looks whether the receipt of a payment was printed, as far as this device can know. Renders nothing. */
export function PrintedCheck({ subject, onPrinted }: PrintedCheckProps) {
  const isPrinted = useReceipt(subject).prints > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is told once
  useEffect(() => {
    if (isPrinted) onPrinted();
  }, [isPrinted]);
  return null;
}
