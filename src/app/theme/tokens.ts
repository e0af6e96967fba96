import { defineKeyframes, defineTokens } from '@chakra-ui/react';

const STEPS = [0, 0.5, 1, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 20, 24, 32, 40, 48, 56, 64];

/** Steps of 4 px, named as in Chakra: "4" is 16 px. In rem, so that they scale with the text size. */
const steps = Object.fromEntries(STEPS.map((step) => [String(step), { value: `${step / 4}rem` }]));

const frame = { topBar: { value: '3.5rem' }, sideMenu: { value: 'calc(15rem + var(--inset-start))' } };

/** The usual distance to a side of the screen, or more where a notch or a rounded corner needs it. */
const screenSides = {
  screenStart: { value: 'max(1rem, var(--inset-start))' },
  screenEnd: { value: 'max(1rem, var(--inset-end))' },
};

/** Sizes 14/16/20/28, one radius (and its inner half), one shadow. */
export const themeTokens = defineTokens({
  fonts: {
    body: {
      value:
        'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Noto Sans Arabic", "Geeza Pro", "Dubai", Tahoma, sans-serif',
    },
  },
  fontSizes: {
    sm: { value: '0.875rem' },
    md: { value: '1rem' },
    lg: { value: '1.25rem' },
    xl: { value: '1.75rem' },
  },
  fontWeights: {
    normal: { value: 400 },
    medium: { value: 500 },
    semibold: { value: 600 },
    bold: { value: 700 },
  },
  lineHeights: { tight: { value: 1.25 }, normal: { value: 1.5 } },
  spacing: { ...steps, ...frame, ...screenSides },
  sizes: {
    ...steps,
    full: { value: '100%' },
    /** Minimum touch target: 44 px. */
    target: { value: '2.75rem' },
    ...frame,
    form: { value: '40rem' },
    formWide: { value: '60rem' },
    page: { value: '80rem' },
  },
  radii: { sm: { value: '0.25rem' }, md: { value: '0.5rem' }, full: { value: '9999px' } },
  durations: { fast: { value: '120ms' }, moderate: { value: '180ms' } },
  zIndex: {
    sticky: { value: 10 },
    bar: { value: 100 },
    // Above the bar at the bottom: its menu is as long as the window.
    topBar: { value: 110 },
    popover: { value: 1000 },
    skip: { value: 1100 },
    toast: { value: 1200 },
  },
  animations: {
    spin: { value: 'spin 800ms linear infinite' },
    pulse: { value: 'pulse 1600ms ease-in-out infinite' },
  },
});

export const keyframes = defineKeyframes({
  spin: { to: { transform: 'rotate(360deg)' } },
  pulse: { '50%': { opacity: 0.5 } },
  'fade-in': { from: { opacity: 0 } },
  'fade-out': { to: { opacity: 0 } },
  'rise-in': { from: { opacity: 0, transform: 'translateY(8px)' } },
  'slide-in-start': { from: { transform: 'translateX(calc(-100% * var(--toward-end, 1)))' } },
  'slide-out-start': { to: { transform: 'translateX(calc(-100% * var(--toward-end, 1)))' } },
  'slide-in-end': { from: { transform: 'translateX(calc(100% * var(--toward-end, 1)))' } },
  'slide-out-end': { to: { transform: 'translateX(calc(100% * var(--toward-end, 1)))' } },
});
