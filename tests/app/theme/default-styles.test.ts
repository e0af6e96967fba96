import { expect, it } from 'vitest';
import { matchDefaultStylesQuickly } from '../../support/default-styles.ts';

const tags = 'a bdi dialog div dl embed input li ol p span summary td ul'.split(' ');
const attributes: readonly Readonly<Record<string, string>>[] = [
  {},
  { dir: 'rtl' },
  { dir: 'auto' },
  { hidden: '' },
  { hidden: 'until-found' },
  { href: '/' },
  { popover: '' },
  { type: 'hidden' },
  { type: 'tel', dir: 'ltr' },
  { style: 'display: none' },
];

/** Returns the styles of each element with each attribute, within each of two others. */
function stylesIn(page: Document): string[] {
  return ['div', 'ol'].flatMap((outer) =>
    tags.flatMap((tag) =>
      attributes.map((given) => {
        const around = page.createElement(outer);
        const element = page.createElement(tag);
        for (const [name, value] of Object.entries(given)) element.setAttribute(name, value);
        around.append(element);
        page.body.append(around);
        const styles = getComputedStyle(element);
        const all = [...styles, 'visibility', 'direction'].map((name) => styles.getPropertyValue(name));
        around.remove();
        return `${outer} ${tag} ${JSON.stringify(given)}: ${all.join('; ')}`;
      }),
    ),
  );
}

it('elements of the test page have the styles that jsdom computes for them, however it finds them', () => {
  const [quick, plain] = [1, 2].map(() => document.implementation.createHTMLDocument());
  if (!quick || !plain) throw new Error('There is no second page');
  matchDefaultStylesQuickly(quick);
  expect(stylesIn(quick)).toEqual(stylesIn(plain));
});
