import { Box, chakra } from '@chakra-ui/react';
import { type ReactNode, useId } from 'react';

export const Surface = chakra('div', {
  base: { background: 'bg.surface', borderWidth: '1px', borderRadius: 'md' },
});

interface SectionProps {
  readonly title: string;
  readonly about: string;
  readonly children: ReactNode;
}

export function Section({ title, about, children }: SectionProps) {
  const heading = useId();
  return (
    <Box
      as="section"
      aria-labelledby={heading}
      mt="5"
      p={{ base: '4', md: '6' }}
      bg="bg.surface"
      borderWidth="1px"
      borderRadius="md"
    >
      <chakra.h2 id={heading} fontSize="md" fontWeight="semibold">
        {title}
      </chakra.h2>
      <chakra.p mt="1" mb="4" color="fg.muted">
        {about}
      </chakra.p>
      {children}
    </Box>
  );
}
