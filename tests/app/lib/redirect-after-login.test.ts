import fc from 'fast-check';
import { createPath, parsePath } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { redirectAfterLogin, signInPath } from '#app/lib/redirect-after-login.ts';

const redirectOf = (path: string) => redirectAfterLogin(new URL(path, 'http://desk.test').searchParams);

describe('redirectAfterLogin', () => {
  it('returns the requested page with its query string', () => {
    const requested = { pathname: '/students', search: '?page=3&search=mona' };
    expect(redirectOf(signInPath(requested))).toBe('/students?page=3&search=mona');
    expect(redirectOf('/auth?next=%2Fstudents%2F7%23account')).toBe('/students/7#account');
  });

  it('needs no parameter for home', () => {
    expect(signInPath({ pathname: '/', search: '' })).toBe('/auth');
    expect(redirectOf('/auth')).toBe('/');
  });

  it.each([
    'https://elsewhere.test/',
    '//elsewhere.test/x',
    '/\\elsewhere.test',
    'javascript:alert(1)',
    'students',
    '/auth',
    '/auth/reset-password',
    '',
    '/.//elsewhere.test/x',
    '/..//elsewhere.test',
    '/./\\elsewhere.test',
    '/x/..//elsewhere.test',
    '/\t/elsewhere.test',
    '//',
    '/\\',
    '//[',
    '/.//auth',
  ])('returns home instead of %j', (next) => {
    expect(redirectOf(`/auth?${new URLSearchParams({ next })}`)).toBe('/');
  });

  it('stays in the app, whatever it is given, for the browser and for the router', () => {
    const part = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '%2f',
      '%5c',
      '%2e',
      '\t',
      '\n',
      ' ',
      '@',
      ':',
      '?',
      '#',
      '[',
      'x',
    );
    const pieces = fc.oneof(
      { weight: 8, arbitrary: part },
      fc.constantFrom('http:', 'elsewhere.test', 'javascript:'),
      fc.string(),
    );
    const address = fc.array(pieces, { maxLength: 8 }).map((texts) => texts.join(''));
    fc.assert(
      fc.property(
        fc.oneof(
          address,
          address.map((text) => `/${text}`),
        ),
        (next) => {
          const path = redirectAfterLogin(new URLSearchParams({ next }));
          expect(path).toMatch(/^\/(?![/\\])/);
          const opened = new URL(path, location.origin);
          expect(opened.origin).toBe(location.origin);
          // Read once more, as history and router do, it is the same path.
          expect(opened.pathname + opened.search + opened.hash).toBe(path);
          expect(createPath(parsePath(path))).toBe(path);
          expect(redirectAfterLogin(new URLSearchParams({ next: path }))).toBe(path);
        },
      ),
      { numRuns: 3_000, seed: 23 },
    );
  });
});
