import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { oldestBrowsers } from '../../src/build/oldest-browsers.ts';
import { projectRoot } from '../support/project-root.ts';
import { branch, withBranch } from './own-branch.ts';

withBranch();

/** Came to one of the browsers after the oldest that the README names. Where a library asks first whether it is there, it is not listed. */
const newer: Readonly<Record<string, RegExp>> = {
  'Object.groupBy': /(?:Object|Map)\.groupBy\(/,
  'Promise.withResolvers': /Promise\.(?:withResolvers|try)\(/,
  'Array.fromAsync': /Array\.fromAsync\(/,
  'AbortSignal.any': /AbortSignal\.any\(/,
  'URL.canParse': /[^?]URL\.(?:canParse|parse)\(/,
  'RegExp.escape': /RegExp\.escape\(/,
  'set methods': /\.(?:isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference)\(/,
  'iterator helpers':
    /\.(?:values|keys|entries)\(\)\.(?:map|filter|some|every|find|toArray|flatMap|reduce)\(|Iterator\.from\(/,
  'regular expressions with v': /[^\w$]\/[^/\n ]{1,80}\/[dgimsuy]*v[dgimsuy]*\.(?:test|exec)\(/,
  'base64 of bytes': /\.(?:toBase64|fromBase64)\(/,
  checkVisibility: /\.checkVisibility\(/,
  'Response.json': /Response\.json\(/,
  popovers: /\.(?:showPopover|togglePopover)\(/,
  'bytes of answers': /\.bytes\(\)/,
  'exact sums': /Math\.sumPrecise\(/,
  'view transitions': /[^.]\bdocument\.startViewTransition\(/,
};
const newerStyles: Readonly<Record<string, RegExp>> = {
  '@starting-style': /@starting-style/,
  'light-dark()': /light-dark\(/,
  '@scope': /@scope/,
  ':dir()': /:dir\(/,
  'colours from others': /(?:rgb|hsl|oklch|color)\(from /,
  nesting: /[{;]&/,
  'rounding in styles': /[^-\w](?:round|mod|rem)\(/,
};

test('the built app uses nothing that is missing in the oldest browsers that the README names', () => {
  const readme = readFileSync(join(projectRoot, 'README.md'), 'utf8').replaceAll('\n', ' ');
  const { safari, chrome, firefox } = oldestBrowsers;
  const floor = `iPadOS and Safari from ${safari}, Chrome and Android from ${chrome}, Firefox from ${firefox}`;
  expect(readme).toContain(floor);
  const built = join(projectRoot, 'dist/app');
  expect(readFileSync(join(built, 'index.html'), 'utf8')).toContain(floor);
  const found = readdirSync(join(built, 'assets')).flatMap((file) => {
    const list = file.endsWith('.js') ? newer : file.endsWith('.css') ? newerStyles : {};
    const text = readFileSync(join(built, 'assets', file), 'utf8');
    return Object.entries(list).flatMap(([name, uses]) => {
      const [use] = uses.exec(text) ?? [];
      return use === undefined ? [] : [`${file}: ${name}, ${use}`];
    });
  });
  expect(found).toEqual([]);
});

test('an older browser says in both languages that it is too old, and starts nothing', async ({ page }) => {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'CSSPropertyRule'));
  await page.goto(branch.origin);
  await expect(page.getByRole('heading', { name: 'This browser is too old for Branch Desk' })).toBeVisible();
  await expect(page.locator('h1[lang=ar]')).toBeVisible();
  await expect(page.locator('#root')).toBeHidden();
  // As in the app, whose styles would otherwise move the page when they arrive.
  await expect(page.locator('body')).toHaveCSS('margin', '0px');
  await page.waitForLoadState('networkidle');
  await expect(page.getByLabel('Password')).toHaveCount(0);
  expect(errors).toEqual([]);
});
