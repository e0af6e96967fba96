import { createHash } from 'node:crypto';
import { css } from '@emotion/react';
import type { Plugin } from 'vite';
import { system } from '#app/theme/system.ts';
import { applyEdits, type Edit, findStyledElements, type StyledElement } from './styled-elements.ts';

const STYLES = 'virtual:static-styles';
const HELPER = 'virtual:static-element';

/** Declares an element with a fixed class, as the style runtime does for one with fixed styles. */
const helper = `
import { createElement } from 'react';
export const staticElement = (Tag, fixed) => (props) =>
  createElement(Tag, { ...props, className: props.className ? fixed + ' ' + props.className : fixed });
`;

const GLOBAL = `${STYLES}/global.css`;
/** Computes the styles of the whole page when the system is created, which static rules replace. */
const GLOBAL_IN_SYSTEM = 'const _global = [getPreflightCss(), getGlobalCss(), getTokenCss()];';

type Styles = StyledElement['styles'];

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

/** Returns the class of these styles and its rules, as the style runtime would write them. The bundler resolves nested rules and adds prefixes. */
function rulesOf(styles: Styles): { readonly name: string; readonly rules: string } {
  // Literals of the sources, which the compiler has checked as styles.
  const objects = [...styles] as Parameters<typeof system.css>;
  const serialized = css(system.css(...objects)).styles;
  const name = `s-${createHash('sha256').update(serialized).digest('base64url').slice(0, 7)}`;
  return { name, rules: `.${name}{${serialized}}` };
}

/**
 * Compiles styles that never change to CSS: an element of the component library whose style properties are all
 * literals becomes a plain element with a class. A row then costs no style computation (docs/architecture.md).
 * Elements with computed styles, recipes or spread properties stay as they are.
 */
export function staticStyles(): Plugin {
  const sheets = new Map([[GLOBAL, globalRules()]]);
  const compileElements = (code: string, id: string) => {
    const found = findStyledElements(id, code, system.isValidProperty);
    if (found.length === 0) return null;
    const rules = new Map<string, string>();
    const edits: Edit[] = found.flatMap(({ styles, replace }) => {
      const rule = rulesOf(styles);
      rules.set(rule.name, rule.rules);
      return replace(rule.name);
    });
    const sheet = `${STYLES}/${id.split('/src/app/')[1]}.css`;
    sheets.set(sheet, [...rules.values()].join('\n'));
    const imports = `import ${JSON.stringify(sheet)};\nimport { staticElement as $staticElement } from ${JSON.stringify(HELPER)};\n`;
    return { code: imports + applyEdits(code, edits), map: null };
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
      filter: { id: [/\/src\/app\/.*\.tsx$/, /@chakra-ui\/react\/dist\/esm\/styled-system\/system\.js$/] },
      handler(code, id) {
        if (id.endsWith('system.js')) {
          if (!code.includes(GLOBAL_IN_SYSTEM))
            throw new Error(`${id} computes its styles otherwise: read it.`);
          return { code: code.replace(GLOBAL_IN_SYSTEM, 'const _global = [];'), map: null };
        }
        const compiled = compileElements(code, id);
        if (!id.endsWith('/src/app/main.tsx')) return compiled;
        return { code: `import ${JSON.stringify(GLOBAL)};\n${compiled?.code ?? code}`, map: null };
      },
    },
  };
}
