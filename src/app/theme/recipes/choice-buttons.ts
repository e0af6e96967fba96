import { defineRecipe } from '@chakra-ui/react';

/**
 * Styles a few choices side by side. The native radio button covers each of them invisibly, so that the whole
 * area is clickable.
 */
export const choiceButtons = defineRecipe({
  base: {
    display: 'grid',
    gridAutoColumns: '1fr',
    gridAutoFlow: 'column',
    gap: '2',
    '&[data-lines]': { gridAutoFlow: 'row', gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
    '&[data-lines=fours]': { gridTemplateColumns: { sm: 'repeat(4, minmax(0, 1fr))' } },
    '& > span': { position: 'relative', display: 'grid', minWidth: '0' },
    '& input': {
      position: 'absolute',
      inset: '0',
      width: 'full',
      height: 'full',
      margin: '0',
      opacity: 0,
      cursor: 'pointer',
    },
    '& input + span': {
      display: 'grid',
      placeItems: 'center',
      minHeight: 'target',
      paddingInline: '2',
      paddingBlock: '1',
      background: 'bg.surface',
      borderWidth: '1px',
      borderColor: 'border.control',
      borderRadius: 'md',
      fontSize: 'sm',
      lineHeight: 'tight',
      textAlign: 'center',
      overflowWrap: 'anywhere',
    },
    '& input:hover + span': { background: 'bg.subtle' },
    '& input:checked + span': {
      background: 'accent.soft',
      borderColor: 'accent.solid',
      boxShadow: 'inset 0 0 0 1px {colors.accent.solid}',
      color: 'accent.fg',
      fontWeight: 'semibold',
    },
    '& input:focus-visible + span': { outline: '2px solid {colors.accent.solid}', outlineOffset: '2px' },
    '&[aria-invalid] input:not(:checked) + span': { borderColor: 'refused.solid' },
    '& input:disabled': { cursor: 'not-allowed' },
    '& input:disabled + span': { color: 'fg.muted', background: 'bg.subtle' },
  },
});
