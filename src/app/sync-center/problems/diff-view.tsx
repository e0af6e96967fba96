import { chakra } from '@chakra-ui/react';
import { cells } from '#app/fields/cells.tsx';
import type { DiffColumn, DiffRow } from './problem.ts';

const Columns = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: '1fr', sm: 'repeat(auto-fit, minmax(11rem, 1fr))' },
    gap: '2',
    marginBlockStart: '3',
    '& > [role=group]': { padding: '3', borderRadius: 'md', background: 'bg.subtle', minWidth: '0' },
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

function DiffCell({ row: { name, field, record, strong } }: { readonly row: DiffRow }) {
  const Cell = cells[field.kind];
  return (
    <div data-strong={strong}>
      <dt>{field.label}</dt>
      <dd>
        <Cell name={name} field={field} row={record} />
      </dd>
    </div>
  );
}

export function DiffView({ columns }: { readonly columns: readonly DiffColumn[] }) {
  const filled = columns.filter(({ groups, text }) => text || groups.some((rows) => rows.length > 0));
  if (filled.length === 0) return null;
  return (
    <Columns>
      {filled.map(({ title, groups, text }) => (
        // A group, not a region: several cards have columns of the same name.
        <chakra.div key={title} role="group" aria-label={title}>
          <h4>{title}</h4>
          {groups.map((rows, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: groups have no other key
            <dl key={index}>
              {rows.map((row) => (
                <DiffCell key={row.field.label} row={row} />
              ))}
            </dl>
          ))}
          {text && <p>{text}</p>}
        </chakra.div>
      ))}
    </Columns>
  );
}
