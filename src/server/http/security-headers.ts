import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import Fastify, { type FastifyInstance } from 'fastify';
import type { ServerConfig } from '#server/platform/config.ts';
import { withoutCompilers } from './route-schemas.ts';

const cspHash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

function hashesOf(page: string, tag: 'script' | 'style'): string[] {
  const inline = new RegExp(`<${tag}>([^]*?)</${tag}>`, 'g');
  return [...page.matchAll(inline)].map(([, text = '']) => cspHash(text));
}

/** No other inline scripts and styles may run. Read once at start. */
function inlineHashes(appDir: string) {
  const file = path.join(appDir, 'index.html');
  const page = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return { scripts: hashesOf(page, 'script'), styles: hashesOf(page, 'style') };
}

/** Hash of an empty style element: Emotion inserts its rules after the browser checks it. */
const emptyStyle = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

/** Computed once: for each request it would cost as much as reading a list. */
async function headersOf(options: FastifyHelmetOptions): Promise<Map<string, string>> {
  const set = new Map<string, string>();
  const probe = Fastify(withoutCompilers);
  await probe.register(helmet, options);
  probe.get('/', async (_request, { raw }) => {
    for (const [name, value] of Object.entries(raw.getHeaders())) set.set(name, String(value));
    return '';
  });
  await probe.inject('/');
  await probe.close();
  return set;
}

/** Call it directly, not through `register`, before the routes. */
export async function securityHeaders(
  app: FastifyInstance,
  { appDir, tls, apiOrigin }: Pick<ServerConfig, 'appDir'> & Partial<Pick<ServerConfig, 'tls' | 'apiOrigin'>>,
): Promise<void> {
  const self = "'self'";
  const inline = inlineHashes(appDir);
  const headers = await headersOf({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: [self],
        scriptSrc: [self, ...inline.scripts],
        styleSrc: [self, emptyStyle, ...inline.styles],
        imgSrc: [self, 'data:'],
        connectSrc: apiOrigin === undefined ? [self] : [self, apiOrigin],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
        formAction: [self],
      },
    },
    strictTransportSecurity:
      tls === undefined ? false : { maxAge: 180 * 24 * 60 * 60, includeSubDomains: false },
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
  });
  app.addHook('onRequest', (_request, { raw }, done) => {
    raw.setHeaders(headers);
    done();
  });
}
