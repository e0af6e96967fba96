import { defineRecipe } from '@chakra-ui/react';
import { singleLine } from './input.ts';

/** Styles a field: label above, help text below, an error in its place. */
export const fieldRoot = defineRecipe({
  base: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'stretch',
    gap: '1.5',
    width: 'full',
    minW: '0',
  },
});

export const fieldLabel = defineRecipe({
  base: { display: 'flex', alignItems: 'baseline', gap: '1', fontSize: 'sm', fontWeight: 'medium' },
});

export const fieldHelp = defineRecipe({
  base: { fontSize: 'sm', color: 'fg.muted', _empty: { display: 'none' } },
});

export const fieldError = defineRecipe({
  base: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: '1.5',
    fontSize: 'sm',
    fontWeight: 'medium',
    color: 'refused.fg',
    '& svg': { flexShrink: 0, marginBlockStart: '0.5' },
  },
});

export const textInput = defineRecipe({ base: singleLine });

/** Styles a password, with room for the button that shows it. */
export const passwordInput = defineRecipe({
  base: {
    ...singleLine,
    // Its own direction decides where its end is; the button is at the end of the page's.
    pe: '12',
    _rtl: { pe: '3', ps: '12' },
  },
});
