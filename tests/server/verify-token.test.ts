import { createHmac } from 'node:crypto';
import { SignJWT } from 'jose';
import { expect, it } from 'vitest';
import { verifiedClaims } from '#server/accounts/tokens.ts';

const secret = new TextEncoder().encode('a secret of the tests, long enough');
const now = new Date('2026-11-22T08:00:00Z');
const seconds = now.getTime() / 1000;
const valid = { sub: '7', aud: 'access', exp: seconds + 60 };

const encode = (value: object | string) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
/** Signs any header and claims with the server's secret, as nobody but the server can. */
function signed(claims: object | string, head: object | string = { alg: 'HS256' }, hash = 'sha256'): string {
  const text = `${encode(head)}.${encode(claims)}`;
  return `${text}.${createHmac(hash, secret).update(text).digest('base64url')}`;
}
const claimsOf = (token: string) => verifiedClaims(token, secret, { audience: 'access', now });

it('a token that jose signed is accepted with all its claims', async () => {
  const token = await new SignJWT({ ...valid, branch: '3' })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(secret);
  expect(claimsOf(token)).toMatchObject({ sub: '7', branch: '3' });
  expect(claimsOf(signed({ ...valid, aud: ['other', 'access'], nbf: seconds }))).toMatchObject({ sub: '7' });
});

const good = signed(valid);
it.each([
  ['an expired token', signed({ ...valid, exp: seconds })],
  ['a token without expiry', signed({ sub: '7', aud: 'access' })],
  ['an expiry that is no number', signed({ ...valid, exp: '9999999999' })],
  ['a token that is not valid yet', signed({ ...valid, nbf: seconds + 1 })],
  ['a token for another audience', signed({ ...valid, aud: 'refresh' })],
  ['a token without an audience', signed({ sub: '7', exp: seconds + 60 })],
  ['the algorithm none with a signature', signed(valid, { alg: 'none' })],
  ['another algorithm', signed(valid, { alg: 'HS512' }, 'sha512')],
  ['the name of another algorithm', signed(valid, { alg: 'HS512' })],
  ['an extension that must be understood', signed(valid, { alg: 'HS256', crit: ['b64'], b64: false })],
  ['a header that is not JSON', signed(valid, 'x')],
  ['claims that are not JSON', signed('x')],
  ['claims that are a list', signed([])],
  ['no signature', `${encode({ alg: 'HS256' })}.${encode(valid)}.`],
  ['two parts', good.slice(0, good.lastIndexOf('.'))],
  ['four parts', `${good}.x`],
  ['another spelling of the signature', `${good}=`],
  ['other claims under the signature', good.replace(/\.[^.]+\./, `.${encode({ ...valid, sub: '8' })}.`)],
  ['a token of another secret', signed(valid).slice(0, -3).concat('AAA')],
  ['a token as long as a book', signed({ ...valid, text: 'x'.repeat(100_000) })],
])('%s is refused', (_name, token) => {
  expect(claimsOf(token)).toBeUndefined();
});
