import { defineRecipe } from '@chakra-ui/react';

/** Styles the pagination of a list. */
export const pagerRecipe = defineRecipe({
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'center',
    // Nine places of 44 px stand side by side on a phone: none is left for gaps, and little for what they stand for.
    gap: { base: '0', md: '1' },
    paddingBlock: '16px',
    '& ol': { display: 'flex', flexWrap: 'wrap', gap: { base: '0', md: '1' }, listStyle: 'none' },
    '& li': { display: 'grid', placeItems: 'center', minWidth: { base: '20px', md: '28px' } },
    '& button': {
      display: 'inline-flex',
      alignItems: 'center',
      justifyContent: 'center',
      gap: '1',
      minWidth: 'target',
      height: 'target',
      paddingInline: '10px',
      borderRadius: 'md',
      color: 'fg.default',
      fontSize: 'sm',
      fontWeight: 'medium',
      cursor: 'pointer',
    },
    // A phone has no room for these texts beside the page numbers; screen readers still read them.
    '& button > span': {
      smDown: {
        position: 'absolute',
        width: '1px',
        height: '1px',
        overflow: 'hidden',
        clipPath: 'inset(50%)',
      },
    },
    '& button:hover:not(:disabled)': { background: 'bg.subtle' },
    '& button:disabled': { color: 'fg.muted', opacity: '0.55', cursor: 'default' },
    '& button[aria-current=page]': { background: 'accent.soft', color: 'accent.fg', fontWeight: 'semibold' },
  },
});
