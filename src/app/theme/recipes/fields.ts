import { defineSlotRecipe } from '@chakra-ui/react';

/** Label above, help text below, an error in its place. */
export const fieldRecipe = defineSlotRecipe({
  className: 'field',
  slots: ['root', 'label', 'requiredIndicator', 'helperText', 'errorText'],
  base: {
    root: {
      display: 'flex',
      flexDirection: 'column',
      alignItems: 'stretch',
      gap: '1.5',
      width: 'full',
      minW: '0',
    },
    label: { display: 'flex', alignItems: 'baseline', gap: '1', fontSize: 'sm', fontWeight: 'medium' },
    helperText: { fontSize: 'sm', color: 'fg.muted', _empty: { display: 'none' } },
    errorText: {
      display: 'flex',
      alignItems: 'flex-start',
      gap: '1.5',
      fontSize: 'sm',
      fontWeight: 'medium',
      color: 'refused.fg',
      '& svg': { flexShrink: 0, marginBlockStart: '0.5' },
    },
  },
});
