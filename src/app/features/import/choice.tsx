import { chakra } from '@chakra-ui/react';
import type { ComponentProps } from 'react';

export function Choice({ children, ...input }: ComponentProps<typeof chakra.input>) {
  return (
    <chakra.label
      display="flex"
      gap="2"
      alignItems="center"
      minHeight="target"
      paddingInline="3"
      marginInlineStart="-3"
    >
      <chakra.input accentColor="accent.solid" width="5" height="5" flexShrink="0" {...input} />
      {children}
    </chakra.label>
  );
}
