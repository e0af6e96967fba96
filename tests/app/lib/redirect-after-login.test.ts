import { describe, expect, it } from 'vitest';
import { redirectAfterLogin, signInPath } from '#app/lib/redirect-after-login.ts';

const after = (path: string) => redirectAfterLogin(new URL(path, 'http://desk.test').searchParams);

describe('where signing in leads', () => {
  it('back to the page that was asked for, with its search', () => {
    const asked = { pathname: '/students', search: '?page=3&search=mona' };
    expect(after(signInPath(asked))).toBe('/students?page=3&search=mona');
  });

  it('home leaves no trace in the address', () => {
    expect(signInPath({ pathname: '/', search: '' })).toBe('/auth');
    expect(after('/auth')).toBe('/');
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
  ])('never to %j', (next) => {
    expect(after(`/auth?${new URLSearchParams({ next })}`)).toBe('/');
  });
});
