import { defineRecipe } from '@chakra-ui/react';

/** How a debt, a settled amount and a row's marks look, in tables and cards alike. */
const marks = {
  '& [data-owed]': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1',
    color: 'waiting.fg',
    fontWeight: 'bold',
    whiteSpace: 'nowrap',
  },
  '& [data-pay]': { display: 'inline-grid', alignItems: 'center', minHeight: 'target' },
  '& [data-pay] [data-owed]': {
    paddingInline: '2',
    minHeight: '7',
    borderRadius: 'full',
    background: 'waiting.soft',
    borderWidth: '1px',
    borderColor: 'transparent',
  },
  '& [data-pay]:hover [data-owed]': { borderColor: 'waiting.line' },
  '& [data-settled]': { color: 'fg.muted', fontWeight: 'normal' },
  '& [data-marks]': { display: 'flex', flexWrap: 'wrap', gap: '1', alignItems: 'center', fontSize: 'sm' },
  '& [data-mark]': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1',
    borderRadius: 'sm',
    color: 'fg.muted',
    fontWeight: 'normal',
    lineHeight: 'tight',
    whiteSpace: 'nowrap',
  },
  '& a[data-mark]': { color: 'accent.fg', textUnderlineOffset: '3px', minHeight: '6' },
  '& a[data-mark]:hover': { textDecoration: 'underline' },
  '& [data-mark=waiting]': { color: 'waiting.fg', fontWeight: 'medium' },
  '& a[data-mark=refused]': { color: 'refused.fg', fontWeight: 'semibold' },
  '& [data-leaving] [data-strike] > [data-line], & [data-leaving] span[data-strike]': {
    textDecoration: 'line-through',
    color: 'fg.muted',
  },
  '& [data-fresh], & [data-fresh] > td': { background: 'accent.soft' },
  '& a[href^="tel:"]': { color: 'accent.fg', whiteSpace: 'nowrap' },
  '& a[href^="tel:"]:hover': { textDecoration: 'underline' },
} as const;

/** The buttons at the end of a row: an icon in a 44 px target each. */
const buttons = {
  display: 'flex',
  justifyContent: 'flex-end',
  '& > *': {
    display: 'grid',
    placeItems: 'center',
    boxSize: 'target',
    borderRadius: 'md',
    color: 'fg.muted',
    cursor: 'pointer',
    transitionProperty: 'background-color, color',
    transitionDuration: 'fast',
  },
  '& > :hover:not(:disabled)': { background: 'accent.soft', color: 'accent.fg' },
  '& > [data-destroys]:hover:not(:disabled)': { background: 'refused.soft', color: 'refused.fg' },
  '& > :disabled': { opacity: '0.45', cursor: 'not-allowed' },
} as const;

/** The same buttons outside of a list's own recipe. */
export const rowActions = defineRecipe({ base: buttons });

const actions = { '& [data-actions]': buttons } as const;

/** The table of a list. One recipe styles every cell by selector: a page of rows costs no component a cell. */
export const recordsTable = defineRecipe({
  base: {
    width: 'full',
    borderCollapse: 'separate',
    borderSpacing: '0',
    background: 'bg.surface',
    borderWidth: '1px',
    borderColor: 'border.default',
    borderRadius: 'md',
    fontSize: 'sm',
    '& th': {
      position: 'sticky',
      top: '{sizes.topBar}',
      zIndex: '1',
      height: 'target',
      paddingInline: '2',
      paddingBlock: '2',
      background: 'bg.subtle',
      color: 'fg.muted',
      fontWeight: 'medium',
      lineHeight: 'tight',
      textAlign: 'start',
      verticalAlign: 'middle',
      borderBottomWidth: '1px',
      borderColor: 'border.default',
    },
    '& th:first-of-type': { borderStartStartRadius: 'md' },
    '& th:last-of-type': { borderStartEndRadius: 'md' },
    '& td': {
      height: '3.25rem',
      paddingInline: '2',
      paddingBlock: '1',
      lineHeight: 'tight',
      // Amounts never break, so names, receipts and marks give way: nothing sticks out of an upright tablet.
      overflowWrap: 'anywhere',
      verticalAlign: 'middle',
      borderBottomWidth: '1px',
      borderColor: 'border.default',
    },
    '& th:first-of-type, & td:first-of-type': { paddingInlineStart: '4' },
    '& tr:last-of-type td': { borderBottomWidth: '0' },
    '& tbody tr:hover td': { background: 'bg.canvas' },
    '& [data-kind=money]': { textAlign: 'end', whiteSpace: 'nowrap' },
    '& [data-kind=timestamp], & [data-kind=phone], & [data-kind=date]': { whiteSpace: 'nowrap' },
    '& td[data-title]': { fontWeight: 'semibold', minWidth: { base: '6.5rem', lg: '9rem' } },
    '& [data-line]': { display: 'block' },
    '& td [data-line="timestamp"], & td [data-line="long-text"]': { color: 'fg.muted' },
    '& th[data-kind]': { whiteSpace: 'normal' },
    '& th[data-kind="long-text"]': { minWidth: '6rem' },
    '& td[data-kind="long-text"]': { maxWidth: '0', width: '24%' },
    '& td [data-line="long-text"]': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
    '& [data-line="choice"] [data-part]': { display: 'inline-block', whiteSpace: 'nowrap' },
    '& [data-part]:not(:last-of-type)::after': { content: '" ·"', color: 'fg.muted', marginInlineEnd: '1' },
    '& td[data-kind=money] [data-line]:not(:last-of-type)': { color: 'fg.muted' },
    '& th[data-end], & td[data-end]': { width: '1px', paddingInlineEnd: '1' },
    '& th[data-end]': { paddingInlineEnd: '4', textAlign: 'end' },
    ...marks,
    '& [data-mark]': { ...marks['& [data-mark]'], whiteSpace: 'normal' },
    ...actions,
  },
});

/** The same rows as cards, for a phone. */
export const recordCards = defineRecipe({
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: '2',
    listStyle: 'none',
    fontSize: 'sm',
    '& > li': {
      display: 'flex',
      flexDirection: 'column',
      gap: '2',
      padding: '4',
      paddingBlockEnd: '1',
      background: 'bg.surface',
      borderWidth: '1px',
      borderColor: 'border.default',
      borderRadius: 'md',
    },
    '& [data-head]': { display: 'flex', justifyContent: 'space-between', gap: '3', alignItems: 'start' },
    '& [data-title]': {
      fontSize: 'md',
      fontWeight: 'semibold',
      lineHeight: 'tight',
      overflowWrap: 'anywhere',
    },
    '& [data-amount]': {
      textAlign: 'end',
      fontSize: 'md',
      fontWeight: 'semibold',
      whiteSpace: 'nowrap',
      lineHeight: 'tight',
    },
    '& [data-amount] small': { display: 'block', fontSize: 'sm', fontWeight: 'normal', color: 'fg.muted' },
    '& dl': { display: 'flex', flexWrap: 'wrap', rowGap: '1', columnGap: '5', color: 'fg.default' },
    '& dl > div': { display: 'flex', gap: '1.5' },
    '& dt': { color: 'fg.muted' },
    '& [data-foot]': {
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'space-between',
      borderTopWidth: '1px',
      borderColor: 'border.default',
      color: 'fg.muted',
    },
    ...marks,
    '& [data-mark]': { ...marks['& [data-mark]'], whiteSpace: 'normal' },
    ...actions,
  },
});
