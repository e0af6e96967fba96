import { defineRecipe } from '@chakra-ui/react';
import { buttons, marks } from './row-parts.ts';

/** Styles the buttons of a row outside a list's own recipe. */
export const rowActions = defineRecipe({ base: buttons });

const actions = { '& [data-actions]': buttons } as const;

/**
 * Styles the table of a list. One recipe styles every cell by selector, so that cells need no component each.
 */
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
    '& th button': {
      display: 'inline-flex',
      alignItems: 'center',
      gap: '1',
      minHeight: 'target',
      minWidth: 'target',
      marginBlock: '-2',
      marginInline: '-1',
      paddingInline: '1',
      borderRadius: 'sm',
      lineHeight: 'tight',
      textAlign: 'inherit',
      cursor: 'pointer',
    },
    '& th[data-kind=money] button, & th[data-kind=quantity] button': { justifyContent: 'flex-end' },
    '& th button:hover': { color: 'fg.default' },
    '& th [data-order]': { flexShrink: '0', display: 'inline-block' },
    '& th [data-order=none]': { opacity: '0.55' },
    // In a head of two lines only one of them can be tapped: no arrow but that of the present order.
    '&:has(thead th > * + *) [data-order=none]': { display: 'none' },
    '& th button:not(:last-child)': { paddingBlock: '4px 24px', marginBlock: '-4px -24px' },
    '& th button + [data-line]': { pointerEvents: 'none' },
    // Just wide enough for every column: secondary text shrinks first.
    '@media (min-width: 90em) and (max-width: 99.99em)': {
      '& th [data-order=none]': { display: 'none' },
      '& th, & td': { paddingInline: '1.5' },
      '& th[data-kind="long-text"]': { minWidth: '4.5rem' },
      '& td[data-title]': { minWidth: '10rem' },
      '& td[data-kind="long-text"]': { maxWidth: '0', width: '10%' },
      '& td[data-kind=choice]': { whiteSpace: 'nowrap' },
      '& [data-line="text"] + [data-marks] a[data-mark]': { whiteSpace: 'normal' },
    },
    '& th[aria-sort]': { color: 'fg.default', fontWeight: 'semibold' },
    '& thead th:first-of-type': { borderStartStartRadius: 'md' },
    '& thead th:last-of-type': { borderStartEndRadius: 'md' },
    '& td': {
      height: '3.25rem',
      paddingInline: '2',
      paddingBlock: '1',
      lineHeight: 'tight',
      // Amounts never wrap, so names, receipts and badges do: nothing overflows on a portrait tablet.
      overflowWrap: 'anywhere',
      verticalAlign: 'middle',
      borderBottomWidth: '1px',
      borderColor: 'border.default',
    },
    '& th:first-of-type, & td:first-of-type': { paddingInlineStart: '4' },
    // An amount ends where the next column begins.
    '& [data-kind=money] + :is([data-kind=timestamp], [data-kind=text], [data-kind=phone])': {
      paddingInlineStart: '10',
    },
    '& tr:last-of-type td': { borderBottomWidth: '0' },
    '&[aria-busy=true] tbody': { opacity: '0.6' },
    '& tbody tr:hover td': { background: 'bg.canvas' },
    '& tfoot th, & tfoot td': {
      position: 'static',
      background: 'bg.subtle',
      color: 'fg.default',
      fontWeight: 'bold',
      borderTopWidth: '1px',
      borderBottomWidth: '0',
    },
    '& tfoot th': { borderEndStartRadius: 'md' },
    '& tfoot td:last-of-type': { borderEndEndRadius: 'md' },
    '& tfoot [data-waiting]': {
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'flex-end',
      gap: '1',
      color: 'waiting.fg',
      fontSize: 'sm',
      fontWeight: 'medium',
    },
    '& [data-kind=money], & [data-kind=quantity]': { textAlign: 'end', whiteSpace: 'nowrap' },
    // A name above a date spans that column too. Both together are then no higher than a row.
    '& [data-line]:has(+ [data-line="timestamp"]) a[data-page]': {
      minHeight: '0',
      position: 'relative',
      paddingBlock: '8px 20px',
      marginBlock: '-8px -20px',
    },
    // As does a code or receipt number before the name.
    '& :is([data-kind=timestamp], [data-kind=phone], [data-kind=date]), & td[data-kind=text]:has(+ [data-title])':
      { whiteSpace: 'nowrap' },
    '& td[data-title]': { fontWeight: 'semibold', minWidth: { base: '6.5rem', lg: '10rem' } },
    '& td[data-title] [data-line="timestamp"]': { fontWeight: 'normal' },
    // Badges stand beside the name where the column is wide enough. Rows then do not grow without need.
    '& td[data-title] > [data-line]:has(+ [data-marks])': { display: 'inline-block', marginInlineEnd: '3' },
    '& td[data-title] > [data-marks]': { display: 'inline-flex' },
    '& [data-line]': { display: 'block' },
    '& [data-so-far]': {
      display: 'block',
      whiteSpace: 'normal',
      color: 'fg.muted',
      fontSize: 'sm',
      lineHeight: 'tight',
    },
    '& th [data-line]': { display: 'flex', alignItems: 'center', gap: '1' },
    '& th[data-kind=money] [data-line]': { justifyContent: 'flex-end' },
    '& td [data-line="timestamp"], & td [data-line="long-text"]': { color: 'fg.muted' },
    '& th[data-kind]': { whiteSpace: 'normal' },
    '& th[data-kind="long-text"]': { minWidth: '6rem' },
    '& td[data-kind="long-text"]': { maxWidth: '0', width: '14%' },
    '& td[data-kind="long-text"]:has([data-line="choice"])': { width: '21%' },
    // Two columns of text beside it, such as receipt and stage, need its room.
    '& tr:has([data-kind=text] ~ [data-kind=text]) td[data-kind="long-text"]:has([data-line="choice"])': {
      width: '14%',
    },
    // A note is cut at its own end, whichever way it runs.
    '& td [data-line="long-text"] > *, & [data-part="long-text"] > *': {
      display: 'block',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
    },
    '& [data-part="choice"]': { display: 'inline-block', whiteSpace: 'nowrap' },
    // Beside values a note is cut, never they.
    '& td [data-line]:has([data-part="long-text"])': { display: 'flex', overflow: 'hidden' },
    '& [data-line] > [data-part]:not([data-part="long-text"])': { flexShrink: '0' },
    '& [data-part="long-text"]': { color: 'fg.muted', minWidth: '0' },
    '& [data-part]:not(:last-of-type):not(:has(+ [data-part] > :empty))::after': {
      content: '"\u00a0·"',
      color: 'fg.muted',
      marginInlineEnd: '1',
    },
    '& td[data-kind=money] [data-line]:not(:last-of-type)': { color: 'fg.muted' },
    '& th[data-end], & td[data-end]': { width: '1px', paddingInlineEnd: '1' },
    '& th[data-end]': { paddingInlineEnd: '4', textAlign: 'end' },
    ...marks,
    '& [data-mark]': { ...marks['& [data-mark]'], whiteSpace: 'normal' },
    '& td[data-kind=money] [data-marks]': { justifyContent: 'flex-end', textAlign: 'start' },
    // What was paid can be tapped over the price above it.
    '& [data-line] + [data-line] [data-receipt]': {
      minHeight: '0',
      position: 'relative',
      paddingBlock: '24px 4px',
      marginBlock: '-24px -4px',
    },
    // The mark under a receipt can be tapped over the whole cell.
    '& [data-line="text"] + [data-marks] a[data-mark]': {
      minHeight: '0',
      paddingBlock: '24px 4px',
      marginBlock: '-24px -4px',
      whiteSpace: { lg: 'nowrap' },
    },
    '& th[data-kind=money]:has(> * + *)': { whiteSpace: 'nowrap' },
    '& [data-line="text"] + [data-marks] svg': { display: 'none' },
    ...actions,
  },
});

/** Styles the same rows as cards, for a phone: two lines of a finger's height, so that five cards fit. */
export const recordCards = defineRecipe({
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: '1.5',
    listStyle: 'none',
    fontSize: 'sm',
    '& > li': {
      paddingInlineStart: '4',
      paddingInlineEnd: '1',
      paddingBlockStart: '1.5',
      paddingBlockEnd: '0.5',
      background: 'bg.surface',
      borderWidth: '1px',
      borderColor: 'border.default',
      borderRadius: 'md',
    },
    '& [data-head]': {
      display: 'flex',
      justifyContent: 'space-between',
      gap: '3',
      alignItems: 'center',
      minHeight: 'target',
      paddingInlineEnd: '3',
      lineHeight: 'tight',
    },
    '& small': { display: 'block', fontSize: 'sm', fontWeight: 'normal', color: 'fg.muted' },
    '& [data-title]': { fontSize: 'md', fontWeight: 'semibold', overflowWrap: 'anywhere' },
    '& [data-amount]': { textAlign: 'end', fontSize: 'md', fontWeight: 'semibold', whiteSpace: 'nowrap' },
    '& dl': { display: 'flex', flexWrap: 'wrap', columnGap: '3', lineHeight: 'tight' },
    '& dl > div': { display: 'flex', alignItems: 'center', gap: '1.5' },
    '& dt': { color: 'fg.muted' },
    // For screen readers only: the value or the badge says the same.
    '& dt[data-named], & [data-amount]:has([data-pay]) small': {
      position: 'absolute',
      width: '1px',
      height: '1px',
      overflow: 'hidden',
      clipPath: 'inset(50%)',
    },
    '& [data-foot]': { display: 'flex', alignItems: 'center', columnGap: '3', minHeight: 'target' },
    '& [data-facts]': {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      columnGap: '3',
      minWidth: '0',
    },
    '& [data-foot] > [data-marks]': { marginInlineStart: 'auto', paddingInlineEnd: '3' },
    ...marks,
    // The name can be tapped over the date as well.
    '& [data-title] a[data-page]': {
      minHeight: '0',
      position: 'relative',
      paddingBlock: '5px 20px',
      marginBlock: '-5px -20px',
    },
    '& [data-title]:only-child a[data-page]': { paddingBlock: '12px', marginBlock: '-12px' },
    '& [data-mark]': { ...marks['& [data-mark]'], whiteSpace: 'normal' },
    // They can be tapped over the line above, a text, and leave the card its two lines.
    '& [data-amount] [data-receipt], & [data-facts] a[data-mark]': {
      minHeight: '0',
      position: 'relative',
      paddingBlock: '22px 5px',
      marginBlock: '-22px -5px',
    },
    '& [data-actions]': { ...buttons, flexShrink: '0', marginInlineStart: 'auto' },
  },
});
