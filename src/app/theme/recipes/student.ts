import { defineRecipe } from '@chakra-ui/react';

/** Styles the student page: debts first; contacts beside them on a tablet, below on a phone. */
export const studentLayoutRecipe = defineRecipe({
  base: {
    display: 'grid',
    gap: '4',
    alignItems: 'start',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 19rem' },
    gridTemplateRows: { lg: 'auto 1fr' },
    gridTemplateAreas: {
      base: '"sums" "person" "accounts"',
      lg: '"sums person" "accounts person"',
    },
  },
});

/** Styles the line under the name: the code, and the student's pending entries. */
export const headLineRecipe = defineRecipe({
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: '3',
    '& [data-mark]': { display: 'inline-flex', alignItems: 'center', gap: '1', fontSize: 'sm' },
    '& [data-mark=waiting]': { color: 'waiting.fg', fontWeight: 'medium' },
    '& a[data-mark=refused]': { color: 'refused.fg', fontWeight: 'semibold', textDecoration: 'underline' },
  },
});

/** Styles the payments of one enrolment. Description and date are at the start, the amount at the end. */
export const paymentsRecipe = defineRecipe({
  base: {
    listStyle: 'none',
    // As far from the edges of its card as the texts are.
    marginInlineEnd: '3',
    marginBlock: '1.5',
    borderRadius: 'md',
    background: 'bg.subtle',
    '& > li': {
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'space-between',
      gap: '4',
      minHeight: '3.25rem',
      paddingInline: '3',
      paddingBlock: '1',
      lineHeight: 'tight',
    },
    '& > li > :not([data-paid], button)': { flex: '1', minWidth: '0' },
    '& > li + li': { borderTopWidth: '1px', borderColor: 'border.default' },
    '& a[data-record]': {
      display: 'inline-flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      columnGap: '2',
      minHeight: 'target',
      borderRadius: 'sm',
    },
    '& a[data-record]:hover strong': { textDecoration: 'underline' },
    '& strong': { fontWeight: 'medium' },
    '& small, & p': { color: 'fg.muted', fontSize: 'sm' },
    '& p': { overflowWrap: 'anywhere' },
    '& [data-paid]': { textAlign: 'end', fontWeight: 'medium', whiteSpace: 'nowrap' },
  },
});

/** Styles the student's personal data: label and value in rows. */
export const personRecipe = defineRecipe({
  base: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 9rem), 1fr))',
    columnGap: '5',
    rowGap: '3',
    '& dt': { color: 'fg.muted', fontSize: 'sm' },
    '& dd': { overflowWrap: 'anywhere' },
    '& a[href^="tel:"]': {
      display: 'inline-flex',
      alignItems: 'center',
      gap: '2',
      minHeight: 'target',
      borderRadius: 'sm',
      color: 'accent.fg',
      fontWeight: 'medium',
      whiteSpace: 'nowrap',
    },
    '& a[href^="tel:"]:hover': { textDecoration: 'underline' },
  },
});
