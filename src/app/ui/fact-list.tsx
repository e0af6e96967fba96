import { chakra } from '@chakra-ui/react';
import type { Fact } from '#app/lib/record-facts.ts';
import { TypedText } from '#app/ui/typed-text.tsx';
import { messages } from './texts.en.ts';

const Facts = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    columnGap: '4',
    rowGap: '1',
    fontSize: 'sm',
    '& dt': { color: 'fg.muted' },
    '& dd': { overflowWrap: 'anywhere', fontWeight: 'semibold' },
    '& del': { fontWeight: 'normal', textDecoration: 'none' },
  },
});

export function FactList({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <Facts>
      {facts.map(({ label, value, before }) => (
        <div key={label} style={{ display: 'contents' }}>
          <dt>{label}</dt>
          <dd>
            {before !== undefined && (
              <>
                <del>
                  <TypedText>{before}</TypedText>
                </del>{' '}
                <span role="img" aria-label={messages.becomes}>
                  →
                </span>{' '}
              </>
            )}
            <TypedText>{value}</TypedText>
          </dd>
        </div>
      ))}
    </Facts>
  );
}
