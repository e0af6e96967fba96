import { chakra } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';

/** Renders a success message and focuses it, since the pressed button is gone. */
export function SuccessMessage({ children }: { readonly children: string }) {
  const paragraph = useRef<HTMLParagraphElement>(null);
  useEffect(() => paragraph.current?.focus(), []);
  return (
    <chakra.p
      ref={paragraph}
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
