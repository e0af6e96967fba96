import { defineRecipe } from '@chakra-ui/react';

/** Styles bars, lines and hatching; each has a shape of its own, so that nothing relies on colour alone. */
const marks = {
  '& [data-bar=revenue]': { fill: 'accent.solid' },
  '& [data-bar=expenses]': { stroke: 'border.control', strokeWidth: '1px' },
  '& [data-hatch=ground]': { fill: 'bg.surface' },
  '& [data-hatch=stroke]': { stroke: 'border.control', strokeWidth: '2px' },
  '& [data-line=profit]': {
    fill: 'none',
    stroke: 'fg.default',
    strokeWidth: '2px',
    strokeLinejoin: 'round',
    strokeLinecap: 'round',
  },
  '& [data-dot=profit]': { fill: 'bg.surface', stroke: 'fg.default', strokeWidth: '2px' },
  '& [data-area=income]': { fill: 'accent.soft' },
  '& [data-line=income]': {
    fill: 'none',
    stroke: 'accent.solid',
    strokeWidth: '2px',
    strokeLinejoin: 'round',
  },
  '& [data-dot=income]': { fill: 'bg.surface', stroke: 'accent.solid', strokeWidth: '2px' },
  '& [data-grid=step]': { stroke: 'border.default' },
  '& [data-grid=zero]': { stroke: 'border.control' },
  '& [data-ground]': { fill: 'bg.subtle' },
  '& [data-whole]': { fill: 'transparent' },
} as const;

const values = {
  '& details': { fontSize: 'sm', marginBlockStart: '2' },
  '& summary': {
    cursor: 'pointer',
    minHeight: 'target',
    alignContent: 'center',
    color: 'accent.fg',
    fontWeight: 'medium',
  },
  '& [data-values]': { maxHeight: '24rem', overflow: 'auto' },
  '& table': { width: 'full', borderCollapse: 'collapse' },
  '& th, & td': {
    paddingInline: '2',
    height: '9',
    textAlign: 'start',
    fontWeight: 'normal',
    whiteSpace: 'nowrap',
    borderBottomWidth: '1px',
    borderColor: 'border.default',
  },
  '& thead th': { color: 'fg.muted', fontWeight: 'medium' },
  '& table [data-amount]': { textAlign: 'end' },
  '& tfoot th, & tfoot td': { fontWeight: 'semibold', borderBottomWidth: '0' },
} as const;

/** Styles a chart in its card. */
export const chartRecipe = defineRecipe({
  base: {
    minWidth: '0',
    padding: '5',
    background: 'bg.surface',
    borderWidth: '1px',
    borderColor: 'border.default',
    borderRadius: 'md',
    '& figcaption': { marginBlockEnd: '3' },
    '& h2': { fontWeight: 'semibold', lineHeight: 'tight' },
    '& figcaption p': { color: 'fg.muted', fontSize: 'sm', textAlign: 'start', marginBlockStart: '1' },
    '& [data-legend]': {
      display: 'flex',
      flexWrap: 'wrap',
      columnGap: '5',
      rowGap: '1',
      listStyle: 'none',
      fontSize: 'sm',
    },
    '& [data-legend] li': { display: 'flex', alignItems: 'center', gap: '2' },
    '& [data-picture]': { display: 'flex', marginBlockStart: '2' },
    '& [data-axis]': { flexShrink: '0' },
    '& [data-scrolls]': { flex: '1', minWidth: '0', overflowX: 'auto', overflowY: 'hidden' },
    '& svg': { display: 'block' },
    '& svg text': { fill: 'fg.muted', fontSize: 'sm' },
    '& [data-parts]': {
      listStyle: 'none',
      display: 'flex',
      flexDirection: 'column',
      gap: '3',
      fontSize: 'sm',
    },
    '& [data-parts] li': { display: 'grid', gridTemplateColumns: '1fr auto', columnGap: '4', rowGap: '1' },
    '& [data-parts] svg': { gridColumn: '1 / -1' },
    '& [data-parts] [data-amount]': { fontWeight: 'medium', whiteSpace: 'nowrap' },
    ...marks,
    ...values,
  },
});
