import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const aYear = 365 * 24 * 60 * 60;

/** Names under assets/ carry a hash of their content; everything else must be asked for again. */
function cacheControl(file: string): string {
  return file.startsWith('assets/') ? `public, max-age=${aYear}, immutable` : 'no-cache';
}

/** What may be sent, by its path from the folder; compressed variants are chosen by the plugin, never asked for by name. */
function listFiles(folder: string): Set<string> {
  if (!existsSync(folder)) return new Set();
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.') && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'));
  return new Set(files);
}

function wantsPage(request: FastifyRequest): boolean {
  return request.headers.accept?.includes('text/html') ?? false;
}

/**
 * Serves the built app with its compressed variants; a navigation to any path outside /api gets the page itself, which knows the
 * routes. The list of files is read once: a build does not change while it is served. Call it on the instance itself.
 */
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
    const asked = request.params['*'];
    if (asked !== 'api' && !asked.startsWith('api/')) {
      if (files.has(asked)) return send(reply, asked);
      if (files.has('index.html') && (asked === '' || wantsPage(request))) return send(reply, 'index.html');
    }
    return reply.code(404).send({ detail: 'Not found.' });
  });
}
