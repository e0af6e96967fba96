import { Button } from '@chakra-ui/react';
import { useState } from 'react';
import { takeReceiptNumber } from '#app/resources/form/receipt-series.ts';
import { messages } from './texts.en.ts';

interface NextNumberProps {
  readonly disabled?: boolean;
  readonly onTake: (number: string) => void;
}

/** Fills in the next receipt number of this device by one tap, never by itself (decision 52). */
export function NextNumber({ disabled = false, onTake }: NextNumberProps) {
  // A second tap on the same form offers the same number.
  const [own, setOwn] = useState<string>();
  const next = () => {
    const number = own ?? takeReceiptNumber();
    setOwn(number);
    onTake(number);
  };
  return (
    <Button variant="outline" flexShrink="0" minHeight="11" disabled={disabled} onClick={next}>
      {messages.nextNumber}
    </Button>
  );
}
