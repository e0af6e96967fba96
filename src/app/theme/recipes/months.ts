import { defineRecipe } from '@chakra-ui/react';

/** Styles all figures of one month as short lists of name and amount. */
export const monthFiguresRecipe = defineRecipe({
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: '4',
    fontSize: 'sm',
    '& h3': { color: 'fg.muted', fontWeight: 'medium', marginBlockEnd: '1' },
    '& dl > div': {
      display: 'flex',
      justifyContent: 'space-between',
      gap: '4',
      paddingBlock: '1',
      borderBottomWidth: '1px',
      borderColor: 'border.default',
    },
    '& dd': { whiteSpace: 'nowrap' },
    '& [data-total]': { fontWeight: 'bold' },
  },
});

/** Styles the table of months: the name column is sticky while the figures scroll sideways. */
export const monthsTable = defineRecipe({
  base: {
    borderCollapse: 'separate',
    borderSpacing: '0',
    fontSize: 'sm',
    width: 'full',
    '& th, & td': {
      paddingInline: '3',
      textAlign: 'start',
      verticalAlign: 'middle',
      whiteSpace: 'nowrap',
      borderBottomWidth: '1px',
      borderColor: 'border.default',
    },
    '& thead th, & thead td': {
      background: 'bg.subtle',
      color: 'fg.muted',
      fontWeight: 'medium',
      height: '9',
    },
    '& thead tr:first-of-type > *': { color: 'fg.default', fontWeight: 'semibold', borderBottomWidth: '0' },
    '& tbody td, & tbody th': { height: '3.25rem', background: 'bg.surface', fontWeight: 'normal' },
    '& tbody tr:last-of-type > *': { borderBottomWidth: '0' },
    '& [data-amount]': { textAlign: 'end' },
    '& tbody [data-total]': { fontWeight: 'bold' },
    '& [data-group-start]': { borderInlineStartWidth: '1px' },
    '& [data-sticky]': {
      position: 'sticky',
      insetInlineStart: '0',
      zIndex: '1',
      fontWeight: 'semibold !important',
      minWidth: '9rem',
      maxWidth: '14rem',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      borderInlineEndWidth: '1px',
    },
    // On a narrow table the figures need the room: the actions are at its end.
    '& [data-sticky-end]': {
      position: { base: 'static', lg: 'sticky' },
      insetInlineEnd: '0',
      zIndex: '1',
      paddingInline: '1',
      borderInlineStartWidth: '1px',
    },
    '& th[data-sticky-end]': { paddingInline: '3' },
  },
});
