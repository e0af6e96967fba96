import { describe, expect, it } from 'vitest';
import { staticStyles } from '../../src/build/static-styles.ts';

type Transformed = { readonly code: string } | null;

/** Returns the imports that were added, and the rest. */
function split(code: string): readonly [added: string, rest: string] {
  const lines = code.split('\n');
  const isAdded = (line: string) => line.includes('virtual:');
  return [lines.filter(isAdded).join('\n'), lines.filter((line) => !isAdded(line)).join('\n')];
}

/** Compiles one component file; returns its new code and its rules. */
function compiled(code: string): { readonly code: string; readonly rules: string } {
  const plugin = staticStyles();
  const call = (hook: unknown, ...values: readonly unknown[]) =>
    (hook as { handler: (...values: readonly unknown[]) => unknown }).handler(...values);
  const result = call(plugin.transform, code, '/desk/src/app/part.tsx') as Transformed;
  const [imports, rest] = split(result?.code ?? code);
  const sheets = [...imports.matchAll(/import "(virtual:static-styles\/.*?)"/g)].map(([, name]) => name);
  return {
    code: rest,
    rules: sheets.map((name) => call(plugin.load, name)).join('\n'),
  };
}

const component = (jsx: string) =>
  `import { Box, Button, chakra, Flex, Grid, Input } from '@chakra-ui/react';\nexport const Part = (props: Props) => ${jsx};`;

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
    ['another component as its element', '<Box asChild padding="4"><Card /></Box>'],
    ['an element inside that has a class', '<Button asChild><a className="own" /></Button>'],
    ['a recipe whose variant is computed', '<Button variant={props.variant} />'],
    ['a button that can load', '<Button loading={props.saving} />'],
    ['a component with parts', '<Input padding="4" />'],
    ['an image, whose width is an attribute', '<chakra.img width={40} />'],
  ])('leave an element as it is with %s', (_, jsx) => {
    expect(compiled(component(jsx)).code).toBe(component(jsx));
  });

  it('of a recipe are in its layer, once for all elements, below those of the element', () => {
    const { code, rules } = compiled(
      component('<Button variant="ghost" marginTop="2">{props.text}</Button>'),
    );
    expect(code).toMatch(
      /<button type="button" className="button r-[\w-]+ s-[\w-]+"[^<]*>\{props\.text\}<\/button>/,
    );
    expect(rules).toMatch(/@layer recipes\{\.r-[\w-]+\{.*background:transparent;/);
    expect(rules).toMatch(/\.s-[\w-]+\{margin-top:var\(--desk-spacing-2\);\}/);
    const submit = compiled(component('<Button type="submit" />')).code;
    expect(submit).toMatch(/<button className="button r-[\w-]+" type="submit" \/>/);
  });

  it('of a spinner are compiled with its size: the frame shows one while entries are sent', () => {
    const { code, rules } = compiled(
      `import { Spinner } from '@chakra-ui/react';\nexport const Part = () => <Spinner size="sm" aria-hidden />;`,
    );
    expect(code).toMatch(/<span className="spinner r-[\w-]+"\s+aria-hidden \/>/);
    expect(rules).toContain('--spinner-size:var(--desk-sizes-4);');
    expect(rules).toContain('animation:var(--desk-animations-spin);');
  });

  it('go to the only element inside, where a component gives it its own', () => {
    const { code } = compiled(component('<Button asChild padding="4"><a href={props.to}>Text</a></Button>'));
    expect(code).toMatch(/<><a className="button r-[\w-]+ s-[\w-]+" href=\{props\.to\}>Text<\/a><\/>/);
  });

  it('of a constant that is spread count like written ones', () => {
    const { code, rules } = compiled(
      `import { Box } from '@chakra-ui/react';\nconst line = { padding: '2' } as const;\nexport const Part = () => <Box {...line} color="fg.muted" />;`,
    );
    expect(code).toMatch(/<div className="s-[\w-]+"\s+\/>/);
    expect(rules).toContain('padding:var(--desk-spacing-2);color:var(--desk-colors-fg-muted);');
  });

  it('of a recipe of the theme are compiled where it is used', () => {
    const { code, rules } = compiled(
      `import { chakra } from '@chakra-ui/react';\nimport { pagerRecipe } from '#app/theme/recipes/pager.ts';\nconst Bar = chakra('nav', pagerRecipe);\nexport const Part = () => <Bar aria-label="Pages" />;`,
    );
    expect(code).toMatch(/const Bar = \$staticElement\('nav', "r-[\w-]+"\);/);
    expect(rules).toContain('@layer recipes{');
  });

  it('become a class of a declared element that is used without other styles', () => {
    const declared = (usage: string) =>
      `import { chakra } from '@chakra-ui/react';\nconst Row = chakra('li', { base: { padding: '2' } });\nexport const Part = () => ${usage};`;
    expect(compiled(declared('<Row data-open>Text</Row>')).code).toMatch(
      /const Row = \$staticElement\('li', "r-[\w-]+"\);/,
    );
    const restyled = declared('<Row margin="2">Text</Row>');
    expect(compiled(restyled).code).toBe(restyled);
    const handedOn = declared('<List item={Row} />');
    expect(compiled(handedOn).code).toBe(handedOn);
  });

  it('of a component without styles of its own are a class, whatever is spread on it', () => {
    const { code, rules } = compiled(
      `import { Field as Parts } from '@ark-ui/react/field';\nimport { fixedStyles } from '#app/ui/fixed-styles.ts';\nimport { fieldRoot } from '#app/theme/recipes/fields.ts';\nexport const Field = { Root: fixedStyles(Parts.Root, fieldRoot) };\nexport const Part = (props: Props) => <Field.Root {...props} />;`,
    );
    expect(code).toMatch(/Root: \$staticElement\(Parts\.Root, "r-[\w-]+"\)/);
    expect(code).toContain('<Field.Root {...props} />');
    expect(rules).toMatch(/@layer recipes\{\.r-[\w-]+\{display:flex;flex-direction:column;/);
  });

  it('that a component without styles of its own names must be known to the build', () => {
    const unknown = `import { fixedStyles } from '#app/ui/fixed-styles.ts';\nexport const Part = fixedStyles('a', elsewhere);`;
    expect(() => compiled(unknown)).toThrow('elsewhere');
  });
});
