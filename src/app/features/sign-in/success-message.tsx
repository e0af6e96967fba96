import { chakra } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';

/** A sentence that says what worked. It takes the focus, since what was pressed for it is gone. */
export function SuccessMessage({ children }: { readonly children: string }) {
  const word = useRef<HTMLParagraphElement>(null);
  useEffect(() => word.current?.focus(), []);
  return (
    <chakra.p
      ref={word}
      role="status"
      tabIndex={-1}
      p="3"
      borderRadius="md"
      bg="settled.soft"
      color="settled.fg"
      fontSize="sm"
      outline="none"
    >
      {children}
    </chakra.p>
  );
}
