import { chakra } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';

/** Focused, because the button that led here is gone. */
export function Introduction({ children }: { readonly children: string }) {
  const paragraph = useRef<HTMLParagraphElement>(null);
  useEffect(() => paragraph.current?.focus(), []);
  return (
    <chakra.p ref={paragraph} tabIndex={-1} outline="none">
      {children}
    </chakra.p>
  );
}
