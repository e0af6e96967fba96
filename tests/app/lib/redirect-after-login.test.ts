import { describe, expect, it } from 'vitest';
import { redirectAfterLogin, signInPath } from '#app/lib/redirect-after-login.ts';

const redirectOf = (path: string) => redirectAfterLogin(new URL(path, 'http://desk.test').searchParams);

describe('redirectAfterLogin', () => {
  it('returns the requested page with its query string', () => {
    const requested = { pathname: '/students', search: '?page=3&search=mona' };
    expect(redirectOf(signInPath(requested))).toBe('/students?page=3&search=mona');
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
  ])('returns home instead of %j', (next) => {
    expect(redirectOf(`/auth?${new URLSearchParams({ next })}`)).toBe('/');
  });
});
