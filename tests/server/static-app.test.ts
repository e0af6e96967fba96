import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { securityHeaders } from '#server/http/security-headers.ts';
import { staticApp } from '#server/http/static-app.ts';
import { temporaryFolder } from './temporary.ts';

const light = "document.title = 'light';";
const dim = 'html { color: grey }';
const page = `<!doctype html><title>Branch Desk</title><script>${light}</script><style>${dim}</style><script src="/a.js"></script>`;
const script = 'export const branch = 1;'.repeat(50);
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const navigation = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

let folder: string;
let app: FastifyInstance;

async function serve(appDir: string): Promise<FastifyInstance> {
  const made = Fastify();
  await securityHeaders(made, { appDir });
  made.get('/api/health', () => ({ status: 'ok' }));
  await staticApp(made, { appDir });
  return made;
}

beforeAll(async () => {
  folder = temporaryFolder();
  const appDir = path.join(folder, 'app');
  mkdirSync(path.join(appDir, 'assets'), { recursive: true });
  writeFileSync(path.join(appDir, 'index.html'), page);
  writeFileSync(path.join(appDir, 'sw.js'), 'self');
  writeFileSync(path.join(appDir, '.env'), 'secret');
  writeFileSync(path.join(appDir, 'manifest.webmanifest'), '{}');
  writeFileSync(path.join(appDir, 'assets', 'main-a1b2c3.js'), script);
  writeFileSync(path.join(appDir, 'assets', 'main-a1b2c3.js.br'), brotliCompressSync(script));
  writeFileSync(path.join(folder, 'outside.txt'), 'secret');
  app = await serve(appDir);
});
afterAll(async () => {
  await app.close();
});

describe('the built app', () => {
  it.each([
    '/',
    '/students',
    '/courses/adult/edit-course/12?page=2',
    '/auth',
  ])('answers the path %s with the page of the app', async (url) => {
    const answer = await app.inject({ url, headers: navigation });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toBe(page);
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': 'text/html; charset=utf-8',
    });
  });

  it('is answered with 304 while it is unchanged', async () => {
    const first = await app.inject({ url: '/', headers: navigation });
    const again = await app.inject({
      url: '/',
      headers: { ...navigation, 'if-none-match': String(first.headers.etag) },
    });
    expect(again.statusCode).toBe(304);
  });

  it.each(['/sw.js', '/manifest.webmanifest'])('requires revalidation of %s', async (url) => {
    expect((await app.inject({ url })).headers['cache-control']).toBe('no-cache');
  });

  it('caches hashed files forever and sends them compressed if accepted', async () => {
    const url = '/assets/main-a1b2c3.js';
    const plain = await app.inject({ url });
    expect(plain.body).toBe(script);
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const small = await app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } });
    expect(small.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': expect.stringContaining('javascript'),
      vary: expect.stringMatching(/accept-encoding/i),
    });
    expect(brotliDecompressSync(small.rawPayload).toString()).toBe(script);
  });

  it.each([
    ['/assets/main-old.js', '*/*'],
    ['/favicon.ico', '*/*'],
    ['/.env', '*/*'],
    ['/assets', '*/*'],
    ['/assets/main-a1b2c3.js.br', '*/*'],
    ['/api', navigation.accept],
    ['/api/', navigation.accept],
    ['/api/nothing', navigation.accept],
  ])('answers 404 for %s where %s is accepted', async (url, accept) => {
    const answer = await app.inject({ url, headers: { accept } });
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toEqual({ detail: 'Not found.' });
  });

  it.each([
    '/../outside.txt',
    '/..%2foutside.txt',
    '/assets/..%2f..%2foutside.txt',
    '/%2e%2e/outside.txt',
    '/%00',
  ])('serves nothing outside its folder at %s', async (url) => {
    const answer = await app.inject({ url, headers: navigation });
    expect(answer.body).not.toContain('secret');
    expect(answer.statusCode).toBeLessThan(500);
  });

  it('is optional: without a build only the API is served', async () => {
    const bare = await serve(path.join(folder, 'nothing'));
    expect((await bare.inject('/api/health')).statusCode).toBe(200);
    expect((await bare.inject({ url: '/', headers: navigation })).statusCode).toBe(404);
    await bare.close();
  });
});

describe('security headers', () => {
  it("allow only the app's own resources", async () => {
    const { headers } = await app.inject({ url: '/', headers: navigation });
    const policy = String(headers['content-security-policy']).split(';');
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain(`script-src 'self' ${hashOf(light)}`);
    expect(policy).toContain(`style-src 'self' ${hashOf('')} ${hashOf(dim)}`);
    expect(policy).toContain("connect-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('upgrade-insecure-requests');
    expect(policy.join()).not.toContain('unsafe');
    expect(headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-content-type-options': 'nosniff' });
    expect(headers).not.toHaveProperty('strict-transport-security');
  });

  it('are also sent with answers of the API', async () => {
    expect((await app.inject('/api/health')).headers).toHaveProperty('content-security-policy');
  });

  it('allow an API on another origin, and require https if the server uses TLS', async () => {
    const other = Fastify();
    await securityHeaders(other, {
      appDir: folder,
      apiOrigin: 'https://api.alnour.eg',
      tls: { cert: '', key: '' },
    });
    other.get('/', () => 'ok');
    const { headers } = await other.inject('/');
    expect(headers['content-security-policy']).toContain("connect-src 'self' https://api.alnour.eg;");
    expect(headers['strict-transport-security']).toMatch(/max-age=\d+/);
    await other.close();
  });
});
