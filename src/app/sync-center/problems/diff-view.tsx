import { chakra } from '@chakra-ui/react';
import { cells } from '#app/fields/cells.tsx';
import type { DiffColumn, DiffRow } from './problem.ts';

const Sides = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: '1fr', sm: 'repeat(auto-fit, minmax(11rem, 1fr))' },
    gap: '2',
    marginBlockStart: '3',
    '& > section': { padding: '3', borderRadius: 'md', background: 'bg.subtle', minWidth: '0' },
    '& h4': { fontSize: 'sm', fontWeight: 'medium', color: 'fg.muted' },
    '& dl': { display: 'flex', flexDirection: 'column', gap: '1', marginBlockStart: '2', fontSize: 'sm' },
    '& dl + dl': { borderBlockStartWidth: '1px', paddingBlockStart: '2' },
    '& dl > div': { display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: '3' },
    '& dt': { color: 'fg.muted' },
    '& dd': { fontWeight: 'medium', overflowWrap: 'anywhere', minWidth: '0' },
    '& [data-strong] dd': { fontSize: 'md', fontWeight: 'bold' },
    '& [data-owed]': { color: 'waiting.fg' },
    '& [data-owed] svg': { display: 'inline', verticalAlign: '-2px' },
    '& p': { marginBlockStart: '2', fontSize: 'sm', color: 'fg.muted' },
  },
});

function Fact({ line: { name, field, row, strong } }: { readonly line: DiffRow }) {
  const Cell = cells[field.kind];
  return (
    <div data-strong={strong}>
      <dt>{field.label}</dt>
      <dd>
        <Cell name={name} field={field} row={row} />
      </dd>
    </div>
  );
}

/** What was asked beside what the server has, one above the other on a phone. */
export function DiffView({ sides }: { readonly sides: readonly DiffColumn[] }) {
  const telling = sides.filter(({ groups, says }) => says || groups.some((lines) => lines.length > 0));
  if (telling.length === 0) return null;
  return (
    <Sides>
      {telling.map(({ title, groups, says }) => (
        <section key={title} aria-label={title}>
          <h4>{title}</h4>
          {groups.map((lines, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: groups have nothing else that tells them apart
            <dl key={at}>
              {lines.map((line) => (
                <Fact key={line.field.label} line={line} />
              ))}
            </dl>
          ))}
          {says && <p>{says}</p>}
        </section>
      ))}
    </Sides>
  );
}
