import { chakra, Flex, Link } from '@chakra-ui/react';
import { type ReactNode, useId } from 'react';
import { Link as RouterLink } from 'react-router-dom';

const Rows = chakra('ul', {
  base: {
    listStyle: 'none',
    '& > li': {
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'space-between',
      gap: '4',
      minHeight: '3.5rem',
      paddingInline: '5',
      paddingBlock: '1.5',
      borderTopWidth: '1px',
      borderColor: 'border.default',
      lineHeight: 'tight',
    },
    '& strong': { display: 'block', fontWeight: 'semibold', overflowWrap: 'anywhere' },
    '& small': { color: 'fg.muted', fontSize: 'sm' },
    '& [data-amount]': { textAlign: 'end', fontWeight: 'semibold', whiteSpace: 'nowrap' },
    '& [data-owed]': { color: 'waiting.fg' },
    '& [data-waiting]': {
      display: 'flex',
      alignItems: 'center',
      gap: '1',
      color: 'waiting.fg',
      fontSize: 'sm',
    },
    '& small a': {
      color: 'accent.fg',
      display: 'inline-flex',
      alignItems: 'center',
      gap: '1',
      minHeight: '6',
      whiteSpace: 'nowrap',
    },
  },
});

interface PanelProps {
  readonly title: string;
  readonly to: string;
  readonly all: string;
  /** Said in place of rows where there are none. */
  readonly empty: string;
  readonly children: readonly ReactNode[];
}

/** A short list on the dashboard with the way to the whole one. */
export function Panel({ title, to, all, empty, children }: PanelProps) {
  const heading = useId();
  return (
    <chakra.section
      aria-labelledby={heading}
      background="bg.surface"
      borderWidth="1px"
      borderRadius="md"
      minWidth="0"
    >
      <Flex align="center" justify="space-between" gap="4" paddingInline="5" minHeight="14">
        <chakra.h2 id={heading} fontWeight="semibold">
          {title}
        </chakra.h2>
        <Link asChild minHeight="target" fontSize="sm" aria-label={`${all}: ${title}`}>
          <RouterLink to={to}>{all}</RouterLink>
        </Link>
      </Flex>
      {children.length > 0 ? (
        <Rows>{children}</Rows>
      ) : (
        <chakra.p color="fg.muted" paddingInline="5" paddingBlockEnd="5">
          {empty}
        </chakra.p>
      )}
    </chakra.section>
  );
}
