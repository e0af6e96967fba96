import { defineRecipe, defineSlotRecipe } from '@chakra-ui/react';

export const badgeRecipe = defineRecipe({
  className: 'badge',
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1',
    px: '2',
    minH: '6',
    borderRadius: 'full',
    bg: 'colorPalette.soft',
    color: 'colorPalette.fg',
    fontSize: 'sm',
    fontWeight: 'medium',
    whiteSpace: 'nowrap',
    '& svg': { flexShrink: 0 },
  },
});

export const linkRecipe = defineRecipe({
  className: 'link',
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1.5',
    borderRadius: 'sm',
    color: 'accent.fg',
    fontWeight: 'medium',
    textUnderlineOffset: '3px',
    cursor: 'pointer',
    _hover: { textDecoration: 'underline' },
  },
  variants: { variant: { underline: { textDecoration: 'underline' }, plain: {} } },
  defaultVariants: { variant: 'plain' },
});

export const spinnerRecipe = defineRecipe({
  className: 'spinner',
  base: {
    display: 'inline-block',
    width: 'var(--spinner-size)',
    height: 'var(--spinner-size)',
    borderWidth: '2px',
    borderColor: 'currentColor',
    borderBlockStartColor: 'transparent',
    borderRadius: 'full',
    animation: 'spin',
  },
  variants: {
    size: {
      inherit: { '--spinner-size': '1em' },
      sm: { '--spinner-size': 'sizes.4' },
      md: { '--spinner-size': 'sizes.6' },
      lg: { '--spinner-size': 'sizes.10' },
    },
  },
  defaultVariants: { size: 'md' },
});

export const skeletonRecipe = defineRecipe({
  className: 'skeleton',
  variants: {
    loading: {
      true: {
        borderRadius: 'sm',
        bg: 'border.default',
        color: 'transparent',
        animation: 'pulse',
        userSelect: 'none',
        '& *': { visibility: 'hidden' },
      },
      false: {},
    },
  },
  defaultVariants: { loading: true },
});

const cell = {
  px: '3',
  textAlign: 'start',
  verticalAlign: 'middle',
  borderBottomWidth: '1px',
  borderColor: 'border.default',
} as const;

export const tableRecipe = defineSlotRecipe({
  className: 'table',
  slots: ['root', 'header', 'body', 'row', 'columnHeader', 'cell', 'footer', 'caption'],
  base: {
    root: {
      width: 'full',
      borderCollapse: 'separate',
      borderSpacing: '0',
      fontSize: 'sm',
      fontVariantNumeric: 'tabular-nums',
    },
    row: { '&:last-of-type td': { borderBottomWidth: '0' } },
    columnHeader: {
      ...cell,
      height: 'target',
      position: 'sticky',
      top: '0',
      zIndex: '1',
      bg: 'bg.subtle',
      color: 'fg.muted',
      fontWeight: 'medium',
      whiteSpace: 'nowrap',
    },
    cell: { ...cell, height: '3.25rem', py: '1' },
    footer: { fontWeight: 'semibold' },
    caption: { textAlign: 'start', color: 'fg.muted', py: '2' },
  },
});
