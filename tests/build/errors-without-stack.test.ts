import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { withoutStacks } from '../../src/build/errors-without-stack.ts';
import { projectRoot } from '../support/project-root.ts';

const react = join(projectRoot, 'node_modules/react-dom/cjs/react-dom-client.production.js');

it('the installed React makes no error when its file is read', async () => {
  const code = await readFile(react, 'utf8');
  const made = /^ {0,2}(?:var )?\w+Exception = (?:new )?Error\(/gm;
  expect(code.match(made)).not.toBeNull();
  expect(withoutStacks(code).match(made)).toBeNull();
});

it('a signal without a stack is an error with its message, and the same one each time', () => {
  const code = withoutStacks('const HydrationException = Error(formatProdErrorMessage(519))');
  const read = new Function(
    'formatProdErrorMessage',
    `${code};return [HydrationException, HydrationException];`,
  );
  const [one, other] = read((code: number) => `React ${code}`);
  expect(one).toBeInstanceOf(Error);
  expect(one.message).toBe('React 519');
  expect(one.stack).toBeUndefined();
  expect(other).toBe(one);
});

it('a React without such signals stops the build', () => {
  expect(() => withoutStacks('const nothing = 1;')).toThrow('React makes none');
});
