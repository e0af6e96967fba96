import { afterEach, describe, expect, it } from 'vitest';
import { clearTokens, storeTokens } from '#app/api/session.ts';
import { startsAtSignIn } from '#app/lib/initial-screen.ts';

const claims = btoa(JSON.stringify({ sub: '7', branch: '1' }));
const tokens = { access: `head.${claims}.sign`, refresh: 'refresh' };

afterEach(() => {
  clearTokens();
  history.replaceState(null, '', '/');
});

describe('how the app opens', () => {
  it('at sign-in when nobody is signed in, and home becomes /auth', () => {
    history.replaceState(null, '', '/');
    expect(startsAtSignIn()).toBe(true);
    expect(location.pathname).toBe('/auth');
  });

  it('with the route table for any other address, whose guard decides', () => {
    history.replaceState(null, '', '/students?page=2');
    expect(startsAtSignIn()).toBe(false);
    expect(location.pathname + location.search).toBe('/students?page=2');
  });

  it('with the route table for whoever is signed in', () => {
    storeTokens(tokens);
    history.replaceState(null, '', '/auth');
    expect(startsAtSignIn()).toBe(false);
  });
});
