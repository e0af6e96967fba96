import { defineRecipe } from '@chakra-ui/react';

/** Styles the results of the one search. */
export const searchResultsRecipe = defineRecipe({
  base: {
    overflowY: 'auto',
    overscrollBehavior: 'contain',
    flex: '1',
    marginInline: '-2',
    '& h3': {
      paddingInline: '2',
      paddingBlock: '2',
      color: 'fg.muted',
      fontSize: 'sm',
      fontWeight: 'medium',
    },
    '& [data-row]': { display: 'flex', alignItems: 'stretch', gap: '1' },
    '& [role=option]': {
      display: 'flex',
      alignItems: 'center',
      gap: '3',
      minHeight: '3.25rem',
      paddingInline: '2',
      paddingBlock: '1.5',
      borderRadius: 'sm',
      color: 'fg.default',
      lineHeight: 'tight',
      textDecoration: 'none',
      scrollMarginBlock: '8',
    },
    '& [role=option][aria-selected=true]': {
      background: 'bg.subtle',
      outline: '2px solid {colors.accent.line}',
      // The list cuts off what is drawn outside of it.
      outlineOffset: '-2px',
    },
    // On a phone the value goes below a long name.
    '& [data-open]': { flex: '1', minWidth: '0', flexWrap: 'wrap', rowGap: '0' },
    '& [data-text]': { flex: '1 1 9rem', minWidth: '0', display: 'flex', flexDirection: 'column' },
    '& [data-text] > span': { overflowWrap: 'anywhere' },
    '& small': {
      display: 'flex',
      flexWrap: 'wrap',
      columnGap: '3',
      color: 'fg.muted',
      fontSize: 'sm',
    },
    '& [data-value]': { flexShrink: 0, fontSize: 'sm', fontVariantNumeric: 'tabular-nums' },
    '& [data-value][data-owes]': { color: 'waiting.fg', fontWeight: 'semibold' },
    '& [data-pay]': {
      flexShrink: 0,
      color: 'accent.fg',
      fontSize: 'sm',
      fontWeight: 'medium',
      minWidth: 'target',
    },
  },
});
