import { describe, expect, it } from 'vitest';
import { colors } from '#app/theme/colors.ts';
import { system } from '#app/theme/style-provider.tsx';

type Scheme = 'base' | '_dark';

function colorOf(name: string, scheme: Scheme): string {
  const [group = '', shade = ''] = name.split('.');
  const token = (colors as Record<string, Record<string, { value: Record<Scheme, string> }>>)[group]?.[shade];
  if (!token) throw new Error(`There is no colour ${name}`);
  return token.value[scheme];
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string, scheme: Scheme): number {
  const [dark = 0, light = 0] = [one, other]
    .map((name) => luminance(colorOf(name, scheme)))
    .sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const backgrounds = ['bg.canvas', 'bg.surface', 'bg.subtle'];
const palettes = ['accent', 'neutral', 'refused'];
const states = [...palettes, 'waiting', 'settled'];

const texts: [string, string][] = [
  ...['fg.default', 'fg.muted', ...states.map((name) => `${name}.fg`)].flatMap((text) =>
    backgrounds.map((background): [string, string] => [text, background]),
  ),
  ...states.map((name): [string, string] => [`${name}.fg`, `${name}.soft`]),
  ...palettes.flatMap((name): [string, string][] => [
    [`${name}.fg`, `${name}.softHover`],
    [`${name}.onSolid`, `${name}.solid`],
    [`${name}.onSolid`, `${name}.solidHover`],
  ]),
  ['fg.onAccent', 'accent.solid'],
];

describe.each(['base', '_dark'] as const)('colours, %s', (scheme) => {
  it.each(texts)('%s on %s has a contrast of at least 4.5:1', (text, background) => {
    expect(contrast(text, background, scheme)).toBeGreaterThanOrEqual(4.5);
  });

  it.each([
    'bg.canvas',
    'bg.surface',
  ])('the outline of a control on %s has a contrast of at least 3:1', (background) => {
    expect(contrast('border.control', background, scheme)).toBeGreaterThanOrEqual(3);
    expect(contrast('accent.solid', background, scheme)).toBeGreaterThanOrEqual(3);
  });
});

it('every colour is a token of the Chakra system, in both schemes', () => {
  const css = JSON.stringify(system.getTokenCss());
  for (const [group, shades] of Object.entries(colors)) {
    for (const shade of Object.keys(shades))
      expect(css).toContain(
        `--desk-colors-${group}-${shade.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
      );
  }
  expect(css).toContain('.dark');
});
