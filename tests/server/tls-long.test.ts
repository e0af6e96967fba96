import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { connect } from 'node:tls';
import { beforeAll, describe, expect, it } from 'vitest';
import { addressOf, testDatabase } from '../support/test-database.ts';
import { accountServer } from './api/account-server.ts';
import { withServer } from './api/with-server.ts';
import { run } from './programs.ts';
import { afterwards, temporaryFolder } from './temporary.ts';

/** A self-signed certificate of localhost for tests, valid until 2126. */
const at = (name: string) => path.join(import.meta.dirname, 'tls', name);
const ca = readFileSync(at('cert.pem'), 'utf8');
const asked = { email: 'nobody@alnour.eg' };

let environment: NodeJS.ProcessEnv;
beforeAll(async () => {
  const { settings, drop } = await testDatabase();
  afterwards(drop);
  environment = {
    DATABASE_URL: addressOf(settings),
    SETUP_PASSWORD: 'sesame-street',
    DATA_DIR: temporaryFolder(),
  };
});

async function ask(url: string, options: object = {}): Promise<{ answer: IncomingMessage; body: string }> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { ca, ...options }, resolve)
      .once('error', reject)
      .end();
  });
  return { answer, body: await text(answer) };
}

describe.concurrent('a server with a certificate', () => {
  it('serves verified TLS with HSTS, and nothing else on that port', async () => {
    const server = run('main', { ...environment, TLS_CERT: at('cert.pem'), TLS_KEY: at('key.pem') });
    const address = await server.address();
    expect(address).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    const { answer, body } = await ask(`${address}/api/health`);
    expect([answer.statusCode, JSON.parse(body)]).toMatchObject([200, { status: 'ok' }]);
    expect(answer.headers['strict-transport-security']).toMatch(/^max-age=\d{7,}/);

    await expect(ask(`${address}/api/health`, { ca: [] })).rejects.toThrow(/self-signed/);
    await expect(fetch(`${address.replace('https', 'http')}/api/health`)).rejects.toThrow();
    const { port } = new URL(address);
    const outdated = connect({
      port: Number(port),
      host: '127.0.0.1',
      ca,
      maxVersion: 'TLSv1.1',
      minVersion: 'TLSv1',
    });
    await expect(
      new Promise((resolve, reject) => outdated.once('secureConnect', resolve).once('error', reject)),
    ).rejects.toThrow();
    server.child.kill('SIGTERM');
    expect(await server.ended).toMatchObject({ code: 0, errors: '' });
  });
});

describe('a server behind a proxy', () => {
  const database = withServer();

  it.each([
    ['trusts the configured proxy', { TRUST_PROXY: '127.0.0.1' }, 0],
    ['trusts no proxy by default', {}, 2],
    ['trusts no proxy other than the configured one', { TRUST_PROXY: '10.9.8.7' }, 2],
  ])('%s about the address of the client', async (_what, env, refused) => {
    const { app, post } = await accountServer(database, env);
    // Each names another client in X-Forwarded-For; twenty tries of one client are allowed.
    const tries = Array.from({ length: 22 }, (_, index) =>
      post('/auth/password/reset/', asked, { 'x-forwarded-for': `203.0.113.${index + 1}` }),
    );
    expect((await Promise.all(tries)).filter(({ status }) => status === 429)).toHaveLength(refused);
    await app.close();
  });
});
