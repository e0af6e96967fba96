import { chakra } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';

/** Renders the heading of a page before sign-in and focuses it. */
export function AuthHeading({ children }: { readonly children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <chakra.h1
      ref={heading}
      tabIndex={-1}
      mb="4"
      fontSize="xl"
      fontWeight="semibold"
      lineHeight="tight"
      outline="none"
    >
      {children}
    </chakra.h1>
  );
}
