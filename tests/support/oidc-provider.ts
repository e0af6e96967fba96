import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { z } from 'zod';
import { listenLocally } from './local-port.ts';

/** A person who is signed in at the provider. */
export interface ProviderPerson {
  readonly subject: string;
  readonly email?: string;
  readonly email_verified?: boolean;
}

/** How the provider behaves from now on; by default as the standard says. */
export interface ProviderFaults {
  /** Claims of the ID token that replace the right ones. */
  readonly claims?: Record<string, unknown>;
  /** The ID token is signed with a key that is not published. */
  readonly foreignKey?: boolean;
  /** The address is answered by the userinfo endpoint alone. */
  readonly emailInUserInfo?: boolean;
  /** Every request is answered with this status. */
  readonly status?: number;
  /** The discovery document names another issuer. */
  readonly otherIssuer?: string;
  /** The list of ways to send the client's secret; absent means in the header. */
  readonly secretIn?: readonly string[];
}

/** An OpenID provider with authorization code flow, PKCE and RS256, on a port of this machine. */
export interface TestProvider {
  readonly issuer: string;
  readonly env: Readonly<
    Record<'OIDC_ISSUER' | 'OIDC_CLIENT_ID' | 'OIDC_CLIENT_SECRET' | 'OIDC_NAME', string>
  >;
  /** Signs this person in at the provider, for everybody who comes. */
  person: ProviderPerson;
  faults: ProviderFaults;
  /** Paths that were asked for. */
  readonly asked: readonly string[];
  /**
   * Does what a browser does at the provider.
   * @returns the address that the provider sends the browser to
   */
  readonly decide: (address: string, decision?: 'approve' | 'refuse') => Promise<string>;
  readonly close: () => Promise<void>;
}

const CLIENT = { id: 'branch-desk', secret: 'secret-of-branch-desk' };

interface Grant {
  readonly person: ProviderPerson;
  readonly nonce: string;
  readonly challenge: string;
  readonly redirectUri: string;
}

function clientOf(request: IncomingMessage, form: URLSearchParams) {
  const [id = '', secret = ''] = Buffer.from(
    (request.headers.authorization ?? '').replace(/^Basic /, ''),
    'base64',
  )
    .toString()
    .split(':')
    .map(decodeURIComponent);
  return request.headers.authorization
    ? { id, secret, way: 'client_secret_basic' }
    : { id: form.get('client_id'), secret: form.get('client_secret'), way: 'client_secret_post' };
}

const authorization = z.object({
  response_type: z.literal('code'),
  client_id: z.literal(CLIENT.id),
  redirect_uri: z.string(),
  scope: z.string().regex(/\bopenid\b/),
  state: z.string().min(16),
  nonce: z.string().min(16),
  code_challenge: z.string().min(43),
  code_challenge_method: z.literal('S256'),
});

export async function startProvider(): Promise<TestProvider> {
  const keys = await generateKeyPair('RS256');
  const foreign = await generateKeyPair('RS256');
  const grants = new Map<string, Grant>();
  const people = new Map<string, ProviderPerson>();
  const asked: string[] = [];

  const idToken = async ({ person, nonce }: Grant): Promise<string> => {
    const { email, email_verified = true, subject } = person;
    const key: CryptoKey = (provider.faults.foreignKey ? foreign : keys).privateKey;
    const now = Math.floor(Date.now() / 1000);
    return new SignJWT({
      iss: provider.issuer,
      sub: subject,
      aud: CLIENT.id,
      iat: now,
      exp: now + 300,
      nonce,
      ...(!provider.faults.emailInUserInfo && { email, email_verified }),
      ...provider.faults.claims,
    })
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .sign(key);
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', provider.issuer);
    asked.push(url.pathname);
    const json = (body: unknown, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const { faults } = provider;
    if (faults.status !== undefined) return void json({ error: 'server_error' }, faults.status);
    switch (url.pathname) {
      case '/.well-known/openid-configuration':
        return void json({
          issuer: faults.otherIssuer ?? provider.issuer,
          authorization_endpoint: `${provider.issuer}/authorize`,
          token_endpoint: `${provider.issuer}/token`,
          userinfo_endpoint: `${provider.issuer}/userinfo`,
          jwks_uri: `${provider.issuer}/keys`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
          ...(faults.secretIn && { token_endpoint_auth_methods_supported: faults.secretIn }),
        });
      case '/keys':
        return void json({
          keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }],
        });
      case '/authorize': {
        authorization.parse(Object.fromEntries(url.searchParams));
        const link = (path: string, name: string) => `<p><a href="${path}${url.search}">${name}</a></p>`;
        return void response
          .writeHead(200, { 'content-type': 'text/html' })
          .end(
            `<!doctype html><html lang="en"><title>The provider</title><h1>Sign in at the provider</h1>${link('/approve', 'Continue')}${link('/refuse', 'Cancel')}</html>`,
          );
      }
      case '/approve':
      case '/refuse': {
        const given = authorization.parse(Object.fromEntries(url.searchParams));
        const back = new URL(given.redirect_uri);
        back.searchParams.set('state', given.state);
        if (url.pathname === '/refuse') back.searchParams.set('error', 'access_denied');
        else {
          const code = randomUUID();
          const { nonce, code_challenge: challenge, redirect_uri: redirectUri } = given;
          grants.set(code, { person: provider.person, nonce, challenge, redirectUri });
          back.searchParams.set('code', code);
        }
        return void response.writeHead(302, { location: back.href }).end();
      }
      case '/token': {
        const form = new URLSearchParams(await text(request));
        const client = clientOf(request, form);
        const ways = faults.secretIn ?? ['client_secret_basic'];
        if (client.id !== CLIENT.id || client.secret !== CLIENT.secret || !ways.includes(client.way))
          return void json({ error: 'invalid_client' }, 401);
        const code = form.get('code') ?? '';
        const grant = grants.get(code);
        // A code works once (RFC 6749, section 4.1.2).
        grants.delete(code);
        const challenge = createHash('sha256')
          .update(form.get('code_verifier') ?? '')
          .digest('base64url');
        if (!grant || grant.challenge !== challenge || grant.redirectUri !== form.get('redirect_uri'))
          return void json({ error: 'invalid_grant' }, 400);
        const access = randomUUID();
        people.set(access, grant.person);
        return void json({
          access_token: access,
          token_type: 'Bearer',
          expires_in: 300,
          id_token: await idToken(grant),
        });
      }
      case '/userinfo': {
        const person = people.get((request.headers.authorization ?? '').replace(/^Bearer /, ''));
        if (!person) return void json({ error: 'invalid_token' }, 401);
        const { subject, email, email_verified = true } = person;
        return void json({ sub: subject, email, email_verified });
      }
      default:
        return void json({}, 404);
    }
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.writeHead(400, { 'content-type': 'text/plain' }).end(String(error));
    });
  });
  const issuer = `http://127.0.0.1:${await listenLocally(server)}`;

  const provider: TestProvider = {
    issuer,
    env: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      OIDC_NAME: 'Al Nour Account',
    },
    person: { subject: 'nobody' },
    faults: {},
    asked,
    async decide(address, decision = 'approve') {
      const url = new URL(address);
      const page = await fetch(url);
      if (!page.ok) throw new Error(`The provider answered ${page.status}: ${await page.text()}`);
      url.pathname = `/${decision}`;
      const answered = await fetch(url, { redirect: 'manual' });
      return answered.headers.get('location') ?? '';
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return provider;
}
