import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '#server/platform/http-error.ts';

const yearSeconds = 365 * 24 * 60 * 60;

/** Names under assets/ contain a content hash; other files are revalidated. */
function cacheControl(file: string): string {
  return file.startsWith('assets/') ? `public, max-age=${yearSeconds}, immutable` : 'no-cache';
}

/** Compressed variants are chosen by the plugin, not by name. */
function listFiles(folder: string): Set<string> {
  if (!existsSync(folder)) return new Set();
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.') && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'));
  return new Set(files);
}

function acceptsHtml(request: FastifyRequest): boolean {
  return request.headers.accept?.includes('text/html') ?? false;
}

/** A navigation outside /api gets index.html. Files are listed once: a build does not change while it is served. */
export async function staticApp(app: FastifyInstance, { appDir }: { appDir: string }): Promise<void> {
  const files = listFiles(appDir);
  if (files.size > 0)
    await app.register(fastifyStatic, {
      root: appDir,
      serve: false,
      preCompressed: true,
      cacheControl: false,
    });

  const send = (reply: FastifyReply, file: string) =>
    reply.header('cache-control', cacheControl(file)).sendFile(file);

  app.get<{ Params: { '*': string } }>('/*', (request, reply) => {
    const file = request.params['*'];
    if (file !== 'api' && !file.startsWith('api/')) {
      if (files.has(file)) return send(reply, file);
      if (files.has('index.html') && (file === '' || acceptsHtml(request))) return send(reply, 'index.html');
    }
    return reply.code(404).send(notFound().body);
  });
}
