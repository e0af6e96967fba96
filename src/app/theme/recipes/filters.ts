import { defineRecipe } from '@chakra-ui/react';
import { inputRecipe } from './input.ts';

/** Styles the active filters of a list. Each is a chip, a button of 44 px that removes it. */
export const filterChips = defineRecipe({
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '2',
    listStyle: 'none',
    marginBlockEnd: '4',
    '& button': {
      display: 'inline-flex',
      alignItems: 'center',
      gap: '2',
      minHeight: 'target',
      minWidth: 'target',
      paddingInline: '3',
      borderRadius: 'full',
      color: 'accent.fg',
      fontSize: 'sm',
      fontWeight: 'medium',
      lineHeight: 'tight',
      textAlign: 'start',
      cursor: 'pointer',
    },
    '& button[data-chip]': { background: 'accent.soft', overflowWrap: 'anywhere' },
    '& button[data-chip]:hover': { background: 'accent.softHover' },
    '& button:not([data-chip]):hover': { textDecoration: 'underline' },
    '& svg': { flexShrink: '0' },
  },
});

/** Styles the filter controls of a list: as many side by side as fit. */
export const filterPanel = defineRecipe({
  base: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 9.5rem), 1fr))',
    columnGap: '3',
    rowGap: '4',
    alignItems: 'end',
    padding: '4',
    marginBlockEnd: '4',
    background: 'bg.surface',
    borderWidth: '1px',
    borderColor: 'border.default',
    borderRadius: 'md',
    '& label, & [data-control]': {
      display: 'flex',
      flexDirection: 'column',
      gap: '1.5',
      fontSize: 'sm',
      fontWeight: 'medium',
      minWidth: '0',
    },
    '& input[type=checkbox]': { boxSize: '5', accentColor: '{colors.accent.solid}', flexShrink: '0' },
    '& label[data-wide]': { gridColumn: { base: '1 / -1', sm: 'span 2' } },
    '& label[data-check]': {
      flexDirection: 'row',
      alignItems: 'center',
      gap: '3',
      minHeight: 'target',
      cursor: 'pointer',
    },
    '& [data-wrong]': { gridColumn: '1 / -1', color: 'refused.fg', fontSize: 'sm', fontWeight: 'medium' },
  },
});

/** Styles the totals of a list under its cards on a phone. */
export const totalLines = defineRecipe({
  base: {
    marginBlockStart: '3',
    paddingInline: '4',
    paddingBlock: '2',
    background: 'bg.subtle',
    borderRadius: 'md',
    fontSize: 'sm',
    '& > div': {
      display: 'flex',
      flexWrap: 'wrap',
      justifyContent: 'space-between',
      columnGap: '4',
      paddingBlock: '1.5',
    },
    '& dt': { color: 'fg.muted' },
    '& dd': { marginInlineStart: 'auto', textAlign: 'end', fontWeight: 'bold' },
    '& [data-owed], & [data-waiting]': { color: 'waiting.fg' },
    '& [data-so-far]': { display: 'block', color: 'fg.muted' },
    '& [data-waiting]': {
      display: 'flex',
      justifyContent: 'flex-end',
      alignItems: 'center',
      gap: '1',
      fontSize: 'sm',
      fontWeight: 'medium',
    },
  },
});

/** Styles how many records there are, at the end of a line. */
export const listCount = defineRecipe({
  base: { color: 'fg.muted', fontSize: 'sm', marginInlineStart: 'auto', textAlign: 'end' },
});

/** Styles the search of a list: an input with an icon at its start. */
export const searchBox = defineRecipe({
  base: {
    position: 'relative',
    display: 'inline-flex',
    alignItems: 'center',
    isolation: 'isolate',
    width: 'full',
    flex: { base: '1 1 10rem', sm: '1 1 16rem' },
    maxWidth: '26rem',
    '& svg': {
      position: 'absolute',
      insetInlineStart: '3',
      zIndex: 2,
      color: 'fg.muted',
      pointerEvents: 'none',
    },
  },
});

/** Styles the input of that search. Both sides have room: Arabic text starts on the right. */
export const searchInput = defineRecipe({
  base: { ...inputRecipe.base, px: undefined, ps: '10', pe: '10', textOverflow: 'ellipsis' },
});
