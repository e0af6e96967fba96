import { chakra, Flex } from '@chakra-ui/react';
import { type ReactNode, useId } from 'react';

const Items = chakra('ul', {
  base: {
    listStyle: 'none',
    '& > li': {
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'space-between',
      gap: { base: '2', md: '3' },
      minHeight: '3.5rem',
      paddingInline: { base: '4', md: '5' },
      paddingBlock: '1.5',
      borderTopWidth: '1px',
      borderColor: 'border.default',
      lineHeight: 'tight',
    },
    '& strong': { display: 'block', fontWeight: 'semibold', overflowWrap: 'anywhere' },
    '& a[data-record]': {
      flex: '1',
      minWidth: '0',
      minHeight: 'target',
      display: 'grid',
      alignContent: 'center',
    },
    '& a[data-record]:hover strong': { textDecoration: 'underline' },
    '& small': { color: 'fg.muted', fontSize: 'sm' },
    '& small bdi[dir=ltr]': { whiteSpace: 'nowrap' },
    '& [data-amount]': { textAlign: 'end', fontWeight: 'semibold', whiteSpace: 'nowrap' },
    '& [data-owed]': { color: 'waiting.fg' },
    '& [data-waiting]': {
      display: 'flex',
      alignItems: 'center',
      gap: '1',
      color: 'waiting.fg',
      fontSize: 'sm',
    },
    '& a[href^="tel:"]': {
      display: 'grid',
      placeItems: 'center',
      boxSize: 'target',
      flexShrink: '0',
      borderRadius: 'md',
      color: 'accent.fg',
    },
    '& a[href^="tel:"]:hover': { background: 'accent.soft' },
  },
});

interface PanelProps {
  readonly title: string;
  /** Beside the title, such as a link to all of them. */
  readonly more?: ReactNode;
  /** Shown instead of an empty list. */
  readonly empty: string;
  readonly children: readonly ReactNode[];
}

/** Renders a short list on the dashboard. */
export function Panel({ title, more, empty, children }: PanelProps) {
  const heading = useId();
  return (
    <chakra.section
      aria-labelledby={heading}
      background="bg.surface"
      borderWidth="1px"
      borderRadius="md"
      minWidth="0"
    >
      <Flex align="center" justify="space-between" gap="3" paddingInline="5" minHeight="14">
        <chakra.h2 id={heading} fontWeight="semibold" lineHeight="tight">
          {title}
        </chakra.h2>
        {more}
      </Flex>
      {children.length > 0 ? (
        <Items>{children}</Items>
      ) : (
        <chakra.p color="fg.muted" paddingInline="5" paddingBlockEnd="5">
          {empty}
        </chakra.p>
      )}
    </chakra.section>
  );
}
