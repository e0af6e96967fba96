import { describe, expect, it } from 'vitest';
import { staticStyles } from '../../src/build/static-styles.ts';

type Transformed = { readonly code: string } | null;

/** Compiles one component file; returns its new code and its rules. */
function compiled(code: string): { readonly code: string; readonly rules: string } {
  const plugin = staticStyles();
  const call = (hook: unknown, ...values: readonly unknown[]) =>
    (hook as { handler: (...values: readonly unknown[]) => unknown }).handler(...values);
  const result = call(plugin.transform, code, '/desk/src/app/part.tsx') as Transformed;
  return {
    code: result?.code ?? code,
    rules: String(call(plugin.load, 'virtual:static-styles/part.tsx.css')),
  };
}

const component = (jsx: string) =>
  `import { Box, Button, chakra, Flex, Grid } from '@chakra-ui/react';\nexport const Part = (props: Props) => ${jsx};`;

describe('styles that never change', () => {
  it('become a class of a plain element, and other properties stay', () => {
    const { code, rules } = compiled(
      component(`<Box padding="4" data-kind="note" onClick={props.open}>{props.text}</Box>`),
    );
    expect(code).toMatch(
      /<div className="s-[\w-]+"\s+data-kind="note" onClick=\{props\.open\}>\{props\.text\}<\/div>/,
    );
    expect(rules).toContain('padding:var(--desk-spacing-4);');
  });

  it('of the whole page are in their layers, and name elements without a parent', () => {
    const plugin = staticStyles();
    const { handler } = plugin.load as unknown as { handler: (id: string) => string };
    const rules = handler('virtual:static-styles/global.css');
    expect(rules).toMatch(/^@layer reset\{html\{line-height/);
    expect(rules).toMatch(/\}body\{font-family:var\(--desk-fonts-body\)/);
    expect(rules).toContain('@layer tokens{');
  });

  it('keep conditions, breakpoints and nested selectors', () => {
    const { rules } = compiled(
      component(
        `<chakra.section display={{ base: 'block', md: 'flex' }} _hover={{ opacity: 0.5 }} css={{ '& svg': { width: '1rem' } }} />`,
      ),
    );
    expect(rules).toMatch(/^\.s-[\w-]+\{.*display:block;/);
    expect(rules).toContain('@media screen and (min-width: 48rem){display:flex;}');
    expect(rules).toMatch(/&:is\(:hover[^{]*\{opacity:0\.5;\}/);
    expect(rules).toContain('& svg{width:1rem;}');
  });

  it('translate the short names of layouts, and their own properties win', () => {
    const { code, rules } = compiled(
      component(
        `<Flex as="header" align="center" display={{ base: 'none', lg: 'flex' }}>{props.text}</Flex>`,
      ),
    );
    expect(code).toMatch(/<header className="s-[\w-]+"[^<]*>\{props\.text\}<\/header>/);
    expect(rules).toMatch(/display:none;/);
    expect(rules).toMatch(/align-items:center;/);
    expect(compiled(component(`<Grid templateColumns="1fr 2fr" />`)).rules).toContain(
      'grid-template-columns:1fr 2fr;',
    );
  });

  it.each([
    ['a computed style', '<Box padding={props.size} />'],
    ['spread properties', '<Box padding="4" {...props} />'],
    ['a class of its own', '<Box padding="4" className={props.name} />'],
    ['another component as its element', '<Box asChild padding="4"><a /></Box>'],
    ['a component with a recipe', '<Button padding="4" />'],
    ['an image, whose width is an attribute', '<chakra.img width={40} />'],
  ])('leave an element as it is with %s', (_, jsx) => {
    expect(compiled(component(jsx)).code).toBe(component(jsx));
  });

  it('become a class of a declared element that is used without other styles', () => {
    const declared = (usage: string) =>
      `import { chakra } from '@chakra-ui/react';\nconst Row = chakra('li', { base: { padding: '2' } });\nexport const Part = () => ${usage};`;
    expect(compiled(declared('<Row data-open>Text</Row>')).code).toMatch(
      /const Row = \$staticElement\('li', "s-[\w-]+"\);/,
    );
    const restyled = declared('<Row margin="2">Text</Row>');
    expect(compiled(restyled).code).toBe(restyled);
    const handedOn = declared('<List item={Row} />');
    expect(compiled(handedOn).code).toBe(handedOn);
  });
});
