import { chakra } from '@chakra-ui/react';
import { joinParts } from '#contract/messages.ts';
import { LiveRegion } from './live-region.tsx';

interface ComputedValue {
  readonly label: string;
  /** Undefined while it is unknown. */
  readonly value: string | undefined;
  /** True if it prevents saving. */
  readonly refused?: boolean;
  /** True for the total of the other values. */
  readonly total?: boolean;
}

const List = chakra('dl', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: '1',
    paddingInline: '4',
    paddingBlock: '3',
    borderRadius: 'md',
    background: 'bg.subtle',
    '& > div': { display: 'flex', justifyContent: 'space-between', gap: '3', lineHeight: 'tight' },
    '& dt': { color: 'fg.muted' },
    '& dd': { whiteSpace: 'nowrap', fontWeight: 'medium' },
    '& [data-total]': { fontSize: 'lg', marginBlockStart: '1' },
    '& [data-total] dd': { fontWeight: 'bold' },
    '& [data-refused], & [data-refused] dt': { color: 'refused.fg' },
  },
});

interface ComputedValuesProps {
  readonly facts: readonly ComputedValue[];
}

/** Renders the values that a form computes from its input, one line each. */
export function ComputedValues({ facts }: ComputedValuesProps) {
  const known = facts.filter(({ value }) => value !== undefined);
  return (
    <div>
      <List>
        {facts.map(({ label, value, refused, total }) => (
          <div key={label} data-refused={refused || undefined} data-total={total || undefined}>
            <dt>{label}</dt>
            <dd dir="ltr">{value ?? '–'}</dd>
          </div>
        ))}
      </List>
      <LiveRegion text={joinParts(known.map(({ label, value }) => `${label}: ${value}`))} />
    </div>
  );
}
