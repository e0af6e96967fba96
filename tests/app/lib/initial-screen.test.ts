import { afterEach, describe, expect, it } from 'vitest';
import { clearTokens, storeTokens } from '#app/api/session.ts';
import { startsAtSignIn } from '#app/lib/initial-screen.ts';

const claims = btoa(JSON.stringify({ sub: '7', branch: '1' }));
const tokens = { access: `head.${claims}.sign`, refresh: 'refresh' };

afterEach(() => {
  clearTokens();
  history.replaceState(null, '', '/');
});

describe('startsAtSignIn', () => {
  it('is true at home without a session, which becomes /auth', () => {
    history.replaceState(null, '', '/');
    expect(startsAtSignIn()).toBe(true);
    expect(location.pathname).toBe('/auth');
  });

  it('is false at other addresses, which the route guard handles', () => {
    history.replaceState(null, '', '/students?page=2');
    expect(startsAtSignIn()).toBe(false);
    expect(location.pathname + location.search).toBe('/students?page=2');
  });

  it('is false with a session', () => {
    storeTokens(tokens);
    history.replaceState(null, '', '/auth');
    expect(startsAtSignIn()).toBe(false);
  });
});
