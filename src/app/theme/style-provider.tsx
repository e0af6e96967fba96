import './layers.css';
import { ChakraProvider, createSystem, defaultBaseConfig, defineConfig } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { colors } from './colors.ts';
import { pointingIconSelector } from './pointing-icons.ts';
import { buttonRecipe } from './recipes/button.ts';
import { badgeRecipe, linkRecipe, skeletonRecipe, spinnerRecipe, tableRecipe } from './recipes/display.ts';
import { fieldRecipe, inputRecipe, nativeSelectRecipe, textareaRecipe } from './recipes/input.ts';
import { dialogRecipe, drawerRecipe, menuRecipe } from './recipes/overlay.ts';
import { keyframes, themeTokens } from './tokens.ts';

const config = defineConfig({
  cssVarsPrefix: 'desk',
  preflight: true,
  globalCss: {
    html: {
      colorPalette: 'accent',
      '--global-color-border': 'colors.border.default',
      bg: 'bg.canvas',
      color: 'fg.default',
      lineHeight: 'normal',
      fontVariantNumeric: 'tabular-nums',
      textSizeAdjust: '100%',
      scrollPaddingTop: '5rem',
      '--inset-start': 'env(safe-area-inset-left, 0px)',
      '--inset-end': 'env(safe-area-inset-right, 0px)',
    },
    // By default a fieldset is at least as wide as its content.
    fieldset: { minWidth: '0' },
    body: { fontFamily: 'body', fontSize: 'md' },
    'html[dir=rtl]': {
      '--inset-start': 'env(safe-area-inset-right, 0px)',
      '--inset-end': 'env(safe-area-inset-left, 0px)',
    },
    '[dir=rtl]': { '--toward-end': '-1' },
    [`[dir=rtl] ${pointingIconSelector}`]: { transform: 'scaleX(-1)' },
    // Text of its own direction begins where the text around it does; a component can override this (decision 116).
    ':where([dir=rtl] [dir], [dir=auto]:not(input, textarea))': { textAlign: '-webkit-match-parent' },
    ':focus-visible': { outline: '2px solid {colors.accent.solid}', outlineOffset: '2px' },
    '::selection': { bg: 'accent.softHover', color: 'fg.default' },
  },
  theme: {
    breakpoints: { sm: '30rem', md: '48rem', lg: '64rem', xl: '80rem' },
    tokens: themeTokens,
    keyframes,
    semanticTokens: {
      colors,
      shadows: {
        raised: {
          value: {
            base: '0 1px 2px rgb(33 30 27 / 0.08), 0 8px 24px rgb(33 30 27 / 0.12)',
            _dark: '0 1px 2px rgb(0 0 0 / 0.5), 0 8px 24px rgb(0 0 0 / 0.5)',
          },
        },
      },
    },
    recipes: {
      badge: badgeRecipe,
      button: buttonRecipe,
      input: inputRecipe,
      link: linkRecipe,
      skeleton: skeletonRecipe,
      spinner: spinnerRecipe,
      textarea: textareaRecipe,
    },
    slotRecipes: {
      dialog: dialogRecipe,
      drawer: drawerRecipe,
      field: fieldRecipe,
      menu: menuRecipe,
      nativeSelect: nativeSelectRecipe,
      table: tableRecipe,
    },
  },
});

/**
 * Only these components have recipes: Badge, Button and IconButton, Dialog, Drawer, Field, Input, Link, Menu,
 * NativeSelect, Skeleton, Spinner, Table, Textarea. Any other Chakra component is unstyled until its recipe is added;
 * that keeps the first load small.
 */
export const system = createSystem(defaultBaseConfig, config);

export function StyleProvider({ children }: { readonly children: ReactNode }) {
  return <ChakraProvider value={system}>{children}</ChakraProvider>;
}
