import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Surface } from '#app/ui/surface.tsx';

const SumTable = chakra('table', {
  base: {
    width: 'full',
    fontSize: 'sm',
    '& th': { fontWeight: 'normal', textAlign: 'start' },
    '& thead th': { color: 'fg.muted' },
    '& :is(th, td)': { paddingBlock: '2' },
    '& tr > :not(:first-child)': {
      textAlign: 'end',
      paddingInlineStart: '3',
      whiteSpace: 'nowrap',
    },
    '& tbody tr': { borderTopWidth: '1px' },
    '& tbody td': { fontVariantNumeric: 'tabular-nums' },
  },
});

interface SumsProps {
  readonly title: string;
  /** In place of the table where there are no rows. */
  readonly empty?: string;
  readonly columns: readonly string[];
  readonly rows: readonly {
    readonly name: ReactNode;
    readonly key: string;
    readonly sums: readonly string[];
  }[];
}

/** Named sums under the names of their columns; the first column names the rows. */
export function Sums({ title, columns, rows, empty }: SumsProps) {
  return (
    <Surface asChild padding={{ base: '4', md: '5' }}>
      <section aria-label={title}>
        <chakra.h2 fontWeight="semibold" marginBlockEnd="2">
          {title}
        </chakra.h2>
        {rows.length === 0 ? (
          <chakra.p color="fg.muted">{empty}</chakra.p>
        ) : (
          <SumTable aria-label={title}>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ key, name, sums }) => (
                <tr key={key}>
                  <th scope="row">{name}</th>
                  {sums.map((text, place) => (
                    <td key={columns[place + 1]}>
                      <bdi dir="ltr">{text}</bdi>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </SumTable>
        )}
      </section>
    </Surface>
  );
}
