import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Surface } from '#app/ui/surface.tsx';
import { type Piastres, percentOf } from '#contract/money.ts';
import { messages } from './texts.en.ts';

/** Figures beside those of other times. `data-group` heads several rows, `data-total` is their sum, `data-wide` is not for phones. */
export const StatementTable = chakra('table', {
  base: {
    width: 'full',
    fontSize: 'sm',
    '& caption': { captionSide: 'top', color: 'fg.muted', textAlign: 'start', marginBlockEnd: '1' },
    '& :is(th, td)': { paddingBlock: '1', paddingInlineStart: '3' },
    '& th': { fontWeight: 'normal', textAlign: 'start' },
    '& tr > :first-child': { paddingInlineStart: '0' },
    '& thead th': { color: 'fg.muted', verticalAlign: 'bottom', lineHeight: 'tight' },
    '& tr > :not(:first-child)': { textAlign: 'end' },
    '& td': { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
    '& tbody tr:not([data-group])': { borderTopWidth: '1px' },
    '& [data-group] th': { paddingBlockStart: '4', color: 'fg.muted', fontWeight: 'medium' },
    '& [data-total] :is(th, td:nth-of-type(1))': { fontWeight: 'bold' },
    '& [data-before]': { color: 'fg.muted' },
    '& [data-wide]': { hideBelow: 'sm' },
    '& th > a': {
      display: 'inline-flex',
      alignItems: 'center',
      minHeight: 'target',
      minWidth: 'target',
      color: 'accent.fg',
      _hover: { textDecoration: 'underline' },
    },
    '& th > span': { display: 'inline-flex', alignItems: 'center', minHeight: 'target' },
    '& th > a + a': { marginInlineStart: '3' },
  },
});

/** "+12%", "=", or a dash where a percentage says nothing. */
export function changeText(now: Piastres | undefined, before: Piastres | undefined): string {
  if (now === undefined || before === undefined) return '–';
  if (now === before) return '=';
  const percent = percentOf(now - before, before);
  if (percent === undefined) return '–';
  return now > before ? messages.percentMore({ percent }) : messages.percentLess({ percent });
}

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
  readonly empty?: string;
  readonly columns: readonly string[];
  readonly rows: readonly {
    readonly name: ReactNode;
    readonly key: string;
    readonly sums: readonly string[];
  }[];
}

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
