import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { css } from '@emotion/react';
import type { Plugin } from 'vite';
import * as calendar from '#app/theme/recipes/calendar.ts';
import * as charts from '#app/theme/recipes/charts.ts';
import * as choiceButtons from '#app/theme/recipes/choice-buttons.ts';
import { localLink } from '#app/theme/recipes/display.ts';
import * as fields from '#app/theme/recipes/fields.ts';
import * as filters from '#app/theme/recipes/filters.ts';
import * as months from '#app/theme/recipes/months.ts';
import * as pager from '#app/theme/recipes/pager.ts';
import * as picker from '#app/theme/recipes/picker.ts';
import * as records from '#app/theme/recipes/records.ts';
import * as search from '#app/theme/recipes/search.ts';
import * as student from '#app/theme/recipes/student.ts';
import { system } from '#app/theme/system.ts';
import {
  applyEdits,
  type Edit,
  type ElementRecipe,
  findStyledElements,
  type StyledElement,
} from './styled-elements.ts';

const STYLES = 'virtual:static-styles';
const HELPER = 'virtual:static-element';

/** Holds the functions that compiled JSX calls. */
const JSX_RUNTIME = join(import.meta.dirname, '../app/jsx/jsx-runtime.ts');

/** Declares an element with a fixed class, as the style runtime does for one with fixed styles. */
const helper = `
import { jsx } from ${JSON.stringify(JSX_RUNTIME)};
export const staticElement = (Tag, fixed) => (props) =>
  jsx(Tag, { ...props, className: props.className ? fixed + ' ' + props.className : fixed });
`;

/** A file of recipes that components use by themselves. */
const RECIPE_FILE = /\/src\/app\/theme\/recipes\/[\w-]+\.ts$/;
const GLOBAL = `${STYLES}/global.css`;
/** Computes the styles of the whole page when the system is created, which static rules replace. */
const GLOBAL_IN_SYSTEM = 'const _global = [getPreflightCss(), getGlobalCss(), getTokenCss()];';
/** Reads the system to render those styles; what reads it first creates it. */
const GLOBAL_IN_PROVIDER =
  /!sys\._config\.disableLayers && \/\* @__PURE__ \*\/ jsx\(Global, [^)]*\),\s*\/\* @__PURE__ \*\/ jsx\(Global, [^)]*\),/;
/** The files of the component library that are changed, and what is replaced in each. */
const libraryEdits = [
  { file: '/styled-system/system.js', from: GLOBAL_IN_SYSTEM, to: 'const _global = [];' },
  { file: '/styled-system/provider.js', from: GLOBAL_IN_PROVIDER, to: '' },
] as const;

/** The recipes that components use by themselves, not through the system. */
const recipes: Readonly<Record<string, object>> = {
  ...calendar,
  ...charts,
  ...choiceButtons,
  ...fields,
  localLink,
  ...filters,
  ...months,
  ...pager,
  ...picker,
  ...records,
  ...search,
  ...student,
};

/** Removes "&" before the selectors of a layer. Outside of a rule it would mean the root element alone. */
function withoutOuterParents(rules: string): string {
  let depth = 0;
  let result = '';
  for (const character of rules) {
    if (character === '{') depth += 1;
    if (character === '}') depth -= 1;
    if (character !== '&' || depth > 1) result += character;
  }
  return result;
}

/** Returns the rules of the whole page: reset, base and tokens. */
function globalRules(): string {
  const parts = system._global.map((part) => css(part as Parameters<typeof css>[0]).styles.replace(/;$/, ''));
  return parts.map(withoutOuterParents).join('\n');
}

const library = {
  isStyle: system.isValidProperty,
  recipeStyles: (name: string) => recipes[name],
};

const RECIPES = '@layer recipes';

/** Returns the declarations of styles, as the style runtime would write them. */
const written = (...styles: readonly object[]): string =>
  css(system.css(...(styles as Parameters<typeof system.css>))).styles;

/** Returns the declarations of a recipe, and the class that the component library adds beside it. */
function recipeOf(recipe: ElementRecipe | undefined): { readonly text: string; readonly name?: string } {
  if (!recipe) return { text: '' };
  if ('base' in recipe) return { text: written(recipe.base) };
  const used = system.getRecipeFn(recipe.key);
  const { [RECIPES]: styles } = used(recipe.variants) as Record<string, Parameters<typeof css>[0]>;
  return { text: css(styles).styles, ...(used.className && { name: used.className }) };
}

const hash = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 7);

/** Holds a class and the style sheet with its rules; both names follow from the rules. */
interface Rule {
  readonly className: string;
  readonly rules: string;
}

/** Returns the classes of an element. The bundler resolves nested rules and adds prefixes. */
function rulesOf({ recipe, styles }: StyledElement): readonly Rule[] {
  const { text, name } = recipeOf(recipe);
  const own = written(...styles);
  const layered = `r-${hash(text)}`;
  const plain = `s-${hash(own)}`;
  return [
    ...(name === undefined ? [] : [{ className: name, rules: '' }]),
    ...(text === '' ? [] : [{ className: layered, rules: `${RECIPES}{.${layered}{${text}}}` }]),
    ...(own === '' ? [] : [{ className: plain, rules: `.${plain}{${own}}` }]),
  ];
}

/**
 * Compiles styles that never change to CSS: an element of the component library whose style properties are all
 * literals becomes a plain element with a class. A row then costs no style computation (docs/architecture.md).
 * Elements with computed styles, recipes or spread properties stay as they are.
 */
export function staticStyles(): Plugin {
  const sheets = new Map([[GLOBAL, globalRules()]]);
  const compileElements = (code: string, id: string) => {
    const found = findStyledElements(id, code, library);
    if (found.length === 0) return null;
    const used = new Set<string>();
    const edits: Edit[] = found.flatMap((element) => {
      const rules = rulesOf(element);
      for (const { className, rules: text } of rules) {
        if (text === '') continue;
        // One sheet for each class: the bundler takes it once, however many files use it.
        const sheet = `${STYLES}/${className}.css`;
        sheets.set(sheet, text);
        used.add(sheet);
      }
      return element.replace(rules.map(({ className }) => className).join(' '));
    });
    const imports = [...used].map((sheet) => `import ${JSON.stringify(sheet)};\n`).join('');
    const helperImport = `import { staticElement as $staticElement } from ${JSON.stringify(HELPER)};\n`;
    return { code: imports + helperImport + applyEdits(code, edits), map: null };
  };
  return {
    name: 'static-styles',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: new RegExp(`^(?:${STYLES}/.*|${HELPER})$`) },
      handler: (id) => (id === HELPER ? `\0${HELPER}` : id),
    },
    load: {
      filter: { id: new RegExp(`^(?:${STYLES}/.*|\0${HELPER})$`) },
      handler: (id) => (id.endsWith(HELPER) ? helper : (sheets.get(id) ?? '')),
    },
    // Before every style sheet: whichever names a layer first gives it its place.
    transformIndexHtml: () => [{ tag: 'style', children: system.layers.atRule, injectTo: 'head-prepend' }],
    transform: {
      filter: {
        id: [
          /\/src\/app\/.*\.tsx$/,
          RECIPE_FILE,
          /@chakra-ui\/react\/dist\/esm\/styled-system\/(?:system|provider)\.js$/,
        ],
      },
      handler(code, id) {
        const libraryEdit = libraryEdits.find(({ file }) => id.endsWith(file));
        if (libraryEdit) {
          const edited = code.replace(libraryEdit.from, libraryEdit.to);
          if (edited === code) throw new Error(`${id} computes its styles otherwise: read it.`);
          return { code: edited, map: null };
        }
        // Recipes that are compiled are not kept as objects too.
        if (RECIPE_FILE.test(id)) {
          return {
            code: code.replaceAll('= defineRecipe(', '= /* @__PURE__ */ defineRecipe('),
            map: null,
            moduleSideEffects: false,
          };
        }
        const compiled = compileElements(code, id);
        if (!id.endsWith('/src/app/main.tsx')) return compiled;
        return { code: `import ${JSON.stringify(GLOBAL)};\n${compiled?.code ?? code}`, map: null };
      },
    },
  };
}
