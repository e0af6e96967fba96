import { defineSlotRecipe } from '@chakra-ui/react';

/** A shadow where there is more to scroll: covers that scroll with the content hide it at both ends. */
const moreToScroll = {
  bg: 'bg.surface',
  backgroundImage: [
    'linear-gradient({colors.bg.surface} 50%, transparent)',
    'linear-gradient(transparent, {colors.bg.surface} 50%)',
    'linear-gradient({colors.border.control}, transparent)',
    'linear-gradient(transparent, {colors.border.control})',
  ].join(', '),
  backgroundPosition: 'top, bottom, top, bottom',
  backgroundRepeat: 'no-repeat',
  backgroundSize: '100% 2rem, 100% 2rem, 100% 0.5rem, 100% 0.5rem',
  backgroundAttachment: 'local, local, scroll, scroll',
} as const;

const backdrop = {
  position: 'fixed',
  inset: '0',
  bg: 'bg.scrim',
  zIndex: 'popover',
  _open: { animation: 'fade-in', animationDuration: 'moderate' },
  _closed: { animation: 'fade-out', animationDuration: 'fast' },
} as const;

const positioner = { position: 'fixed', inset: '0', zIndex: 'popover', display: 'flex' } as const;
const panel = {
  display: 'flex',
  flexDirection: 'column',
  bg: 'bg.surface',
  color: 'fg.default',
  outline: 'none',
} as const;
const parts = {
  header: { display: 'flex', alignItems: 'center', gap: '3', px: '5', pt: '5', pb: '2' },
  title: { flex: '1', fontSize: 'lg', fontWeight: 'semibold', lineHeight: 'tight' },
  description: { color: 'fg.muted' },
  body: { flex: '1', px: '5', py: '2', overflowY: 'auto', overscrollBehavior: 'contain' },
  footer: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'flex-end',
    gap: '3',
    px: '5',
    pt: '3',
    pb: '5',
  },
  closeTrigger: { position: 'absolute', top: '3', insetInlineEnd: '3' },
} as const;
const slots = [
  'trigger',
  'backdrop',
  'positioner',
  'content',
  'title',
  'description',
  'closeTrigger',
  'header',
  'body',
  'footer',
];

export const dialogRecipe = defineSlotRecipe({
  className: 'dialog',
  slots,
  base: {
    backdrop,
    positioner: {
      ...positioner,
      alignItems: 'center',
      justifyContent: 'center',
      py: '4',
      ps: 'screenStart',
      pe: 'screenEnd',
      overflow: 'hidden',
    },
    content: {
      ...panel,
      position: 'relative',
      width: 'full',
      maxH: 'full',
      borderRadius: 'md',
      boxShadow: 'raised',
      _open: { animation: 'rise-in', animationDuration: 'moderate' },
      _closed: { animation: 'fade-out', animationDuration: 'fast' },
    },
    ...parts,
  },
  variants: {
    size: {
      sm: { content: { maxW: '26rem' } },
      md: { content: { maxW: '32rem' } },
      lg: { content: { maxW: 'form' } },
    },
  },
  defaultVariants: { size: 'sm' },
});

export const drawerRecipe = defineSlotRecipe({
  className: 'drawer',
  slots,
  base: {
    backdrop,
    positioner,
    content: {
      ...panel,
      position: 'relative',
      boxSizing: 'content-box',
      height: 'calc(100dvh - env(safe-area-inset-bottom))',
      pb: 'env(safe-area-inset-bottom)',
      boxShadow: 'raised',
    },
    ...parts,
  },
  variants: {
    placement: {
      start: {
        positioner: { justifyContent: 'flex-start' },
        content: {
          ps: 'var(--inset-start)',
          _open: {
            animation: 'slide-in-start',
            animationDuration: 'moderate',
            animationTimingFunction: 'ease-out',
          },
          _closed: { animation: 'slide-out-start', animationDuration: 'fast' },
        },
      },
      end: {
        positioner: { justifyContent: 'flex-end' },
        content: {
          pe: 'var(--inset-end)',
          _open: {
            animation: 'slide-in-end',
            animationDuration: 'moderate',
            animationTimingFunction: 'ease-out',
          },
          _closed: { animation: 'slide-out-end', animationDuration: 'fast' },
        },
        closeTrigger: { insetInlineEnd: 'calc({spacing.3} + var(--inset-end))' },
      },
    },
    size: {
      xs: { content: { width: 'min(15.625rem, 85vw)' } },
      sm: { content: { width: 'min(30rem, 100vw)' } },
    },
  },
  defaultVariants: { placement: 'end', size: 'sm' },
});

export const menuRecipe = defineSlotRecipe({
  className: 'menu',
  slots: ['trigger', 'positioner', 'content', 'item', 'itemGroup', 'itemGroupLabel', 'itemText', 'separator'],
  base: {
    // Above the bar of actions at the bottom of a phone.
    positioner: { zIndex: 'popover' },
    content: {
      minW: '14rem',
      maxW: 'calc(100vw - 1rem)',
      // The menu of the profile is as long as a tablet is high.
      maxH: 'var(--available-height)',
      overflowY: 'auto',
      overscrollBehavior: 'contain',
      p: '1',
      ...moreToScroll,
      borderWidth: '1px',
      borderColor: 'border.default',
      borderRadius: 'md',
      boxShadow: 'raised',
      outline: 'none',
      zIndex: 'popover',
      _open: { animation: 'rise-in', animationDuration: 'fast' },
    },
    item: {
      display: 'flex',
      alignItems: 'center',
      gap: '3',
      width: 'full',
      minH: 'target',
      px: '3',
      borderRadius: 'sm',
      fontSize: 'sm',
      cursor: 'pointer',
      outline: 'none',
      _highlighted: { bg: 'bg.subtle' },
      _disabled: { opacity: 0.55, cursor: 'not-allowed' },
      '& svg': { flexShrink: 0, color: 'fg.muted' },
    },
    itemText: { flex: '1' },
    itemGroupLabel: { px: '3', pt: '2', pb: '1', fontSize: 'sm', color: 'fg.muted' },
    separator: { height: '1px', my: '1', bg: 'border.default' },
  },
});
