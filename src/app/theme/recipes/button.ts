import { defineRecipe } from '@chakra-ui/react';

const disabled = { opacity: 0.55, cursor: 'not-allowed' };

/** `colorPalette` accent (the default), neutral or refused. Every size keeps a 44 px target. */
export const buttonRecipe = defineRecipe({
  className: 'button',
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '2',
    position: 'relative',
    flexShrink: 0,
    minH: 'target',
    minW: 'target',
    borderRadius: 'md',
    borderWidth: '1px',
    borderColor: 'transparent',
    fontWeight: 'semibold',
    lineHeight: 'tight',
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    userSelect: 'none',
    transitionProperty: 'background-color, border-color, color',
    transitionDuration: 'fast',
    _disabled: disabled,
    _loading: { opacity: 0.8, cursor: 'progress' },
    '& svg': { flexShrink: 0 },
    '& svg:not([width])': { width: '5', height: '5' },
  },
  variants: {
    variant: {
      solid: {
        bg: 'colorPalette.solid',
        color: 'colorPalette.onSolid',
        _hover: { bg: 'colorPalette.solidHover' },
        _active: { bg: 'colorPalette.solidHover' },
      },
      subtle: {
        bg: 'colorPalette.soft',
        color: 'colorPalette.fg',
        _hover: { bg: 'colorPalette.softHover' },
        _expanded: { bg: 'colorPalette.softHover' },
      },
      outline: {
        bg: 'bg.surface',
        borderColor: 'colorPalette.line',
        color: 'colorPalette.fg',
        _hover: { bg: 'colorPalette.soft' },
        _expanded: { bg: 'colorPalette.soft' },
      },
      ghost: {
        bg: 'transparent',
        color: 'colorPalette.fg',
        _hover: { bg: 'colorPalette.soft' },
        _expanded: { bg: 'colorPalette.soft' },
      },
      plain: {
        color: 'colorPalette.fg',
        textUnderlineOffset: '3px',
        _hover: { textDecoration: 'underline' },
      },
    },
    size: {
      sm: { px: '3', fontSize: 'sm' },
      md: { px: '4', fontSize: 'sm' },
      lg: { px: '5', minH: '12', fontSize: 'md' },
    },
  },
  defaultVariants: { variant: 'solid', size: 'md' },
});
