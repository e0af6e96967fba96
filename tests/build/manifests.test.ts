import { describe, expect, it } from 'vitest';
import { manifests } from '../../src/build/manifests.ts';

const { en, ar } = manifests;

/** Replaces every text that a person reads. */
const withoutTexts = (manifest: typeof en | typeof ar) =>
  JSON.parse(
    JSON.stringify(manifest, (key, value) =>
      ['lang', 'dir', 'name', 'description', 'label'].includes(key) ? key : value,
    ),
  );

describe('the manifests', () => {
  it('describe the same app in two languages, each in its direction', () => {
    expect(withoutTexts(ar)).toEqual(withoutTexts(en));
    expect([en.lang, en.dir, ar.lang, ar.dir]).toEqual(['en', 'ltr', 'ar', 'rtl']);
  });

  it('name app, shortcuts and pictures in their language', () => {
    const read = ({ name, description, shortcuts, screenshots }: typeof en | typeof ar) => [
      name,
      description,
      ...shortcuts.map((one) => one.name),
      ...screenshots.map(({ label }) => label),
    ];
    for (const text of read(ar)) expect(text).toMatch(/[\u0600-\u06ff]/);
    for (const text of read(en)) expect(text).not.toMatch(/[\u0600-\u06ff]/);
  });
});
