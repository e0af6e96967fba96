import { readFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';
import { describe, expect, it } from 'vitest';

const html = readFileSync('index.html', 'utf8');
const [, script = ''] = /<script>(.*?)<\/script>/s.exec(html) ?? [];

const floor = {
  RegExp,
  CSSStyleSheet: class {},
  CSSPropertyRule: class {},
  CSS: { supports: () => true },
};

/** Runs the check of index.html. @returns the class of the page */
function classOfPage(lacking: object): string {
  const page = { className: '' };
  const browser = createContext({ ...floor, document: { documentElement: page }, ...lacking });
  runInContext(script, browser);
  return page.className.trim();
}

class WithoutLookbehind extends RegExp {
  constructor(pattern: string) {
    if (pattern.includes('(?<='))
      throw new SyntaxError('Invalid regular expression: invalid group specifier name');
    super(pattern);
  }
}

describe('the check for older browsers', () => {
  it('is silent in a browser of the floor', () => {
    expect(classOfPage({})).toBe('');
  });

  it.each([
    ['Safari 16.3', { RegExp: WithoutLookbehind }],
    ['Safari 15.8', { CSSStyleSheet: undefined }],
    ['Chrome 110', { CSS: { supports: () => false } }],
    ['Firefox 127', { CSSPropertyRule: undefined }],
    ['a browser without CSS.supports', { CSS: undefined }],
  ])('tells %s', (_, lacking) => {
    expect(classOfPage(lacking)).toBe('too-old');
  });

  it('uses no syntax that an older browser cannot read: it would run nothing and show a white page', () => {
    expect(script).not.toMatch(/=>|`|\b(?:let|const|class|async)\b|\?\.|\?\?|catch \{|= \/|^\s*\/[^/*]/m);
  });
});
