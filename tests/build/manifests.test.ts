import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const named = z.array(z.looseObject({ name: z.string() }));
const manifest = z.looseObject({
  lang: z.string(),
  dir: z.string(),
  name: z.string(),
  description: z.string(),
  shortcuts: named,
  screenshots: z.array(z.looseObject({ label: z.string() })),
});
type Manifest = z.output<typeof manifest>;

const read = (file: string): Manifest => manifest.parse(JSON.parse(readFileSync(`public/${file}`, 'utf8')));
const en = read('manifest.webmanifest');
const ar = read('manifest-ar.webmanifest');

const withoutTexts = (one: Manifest) =>
  JSON.parse(
    JSON.stringify(one, (key, value) =>
      ['lang', 'dir', 'name', 'description', 'label'].includes(key) ? key : value,
    ),
  );

describe('the manifests', () => {
  it('describe the same app in two languages, each in its direction', () => {
    expect(withoutTexts(ar)).toEqual(withoutTexts(en));
    expect([en.lang, en.dir, ar.lang, ar.dir]).toEqual(['en', 'ltr', 'ar', 'rtl']);
  });

  it('name app, shortcuts and pictures in their language', () => {
    const textsOf = ({ name, description, shortcuts, screenshots }: Manifest) => [
      name,
      description,
      ...shortcuts.map((one) => one.name),
      ...screenshots.map(({ label }) => label),
    ];
    for (const text of textsOf(ar)) expect(text).toMatch(/[\u0600-\u06ff]/);
    for (const text of textsOf(en)) expect(text).not.toMatch(/[\u0600-\u06ff]/);
  });
});
