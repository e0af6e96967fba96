import { defineRecipe, defineSlotRecipe } from '@chakra-ui/react';

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

const box = {
  width: 'full',
  minW: '0',
  bg: 'bg.surface',
  color: 'fg.default',
  borderWidth: '1px',
  borderColor: 'border.control',
  borderRadius: 'md',
  // At least 16 px: iPads zoom into inputs with smaller text.
  fontSize: 'md',
  // A focused input stands clear of the save bar, with room for its message.
  scrollMarginBlockEnd: '12rem',
  transitionProperty: 'border-color, box-shadow',
  transitionDuration: 'fast',
  _focus: { borderColor: 'accent.solid', boxShadow: '0 0 0 1px {colors.accent.solid}', outline: 'none' },
  _invalid: { borderColor: 'refused.solid', _focus: { boxShadow: '0 0 0 1px {colors.refused.solid}' } },
  _disabled: { bg: 'bg.subtle', color: 'fg.muted', cursor: 'not-allowed' },
  _readOnly: { bg: 'bg.subtle' },
  _placeholder: { color: 'fg.muted' },
} as const;

export const inputRecipe = defineRecipe({
  className: 'input',
  base: { ...box, '--input-height': 'sizes.target', height: 'target', px: '3' },
});

export const textareaRecipe = defineRecipe({
  className: 'textarea',
  base: {
    ...box,
    minH: '24',
    maxH: '60dvh',
    px: '3',
    py: '2',
    lineHeight: 'normal',
    resize: 'vertical',
    // Grows with its text, where the browser can.
    fieldSizing: 'content',
  },
});

export const nativeSelectRecipe = defineSlotRecipe({
  className: 'select',
  slots: ['root', 'field', 'indicator'],
  base: {
    root: { position: 'relative', display: 'flex', width: 'full' },
    field: { ...box, appearance: 'none', height: 'target', ps: '3', pe: '10', cursor: 'pointer' },
    indicator: {
      position: 'absolute',
      insetInlineEnd: '3',
      top: '0',
      height: 'full',
      display: 'flex',
      alignItems: 'center',
      pointerEvents: 'none',
      color: 'fg.muted',
      '& svg': { width: '4', height: '4' },
    },
  },
});
