import diagnostics from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { z } from 'zod';
import { type Method, paths } from '#contract/http.ts';
import { buildApp } from '#server/app.ts';
import { BackupService } from '#server/backups/backup-service.ts';
import { RestoreGate } from '#server/backups/restore-gate.ts';
import { connect } from '#server/db/connect.ts';
import { readConfig } from '#server/platform/config.ts';
import { testSecret } from './access-token.ts';

export interface ApiRoute {
  readonly method: Method;
  /** With `{id}` in place of a record's id. */
  readonly path: string;
  readonly open: boolean;
  readonly approvable: boolean;
  /** Null if all signed-in users may. */
  readonly needs: string | null;
  /** The filters of a list that is answered in pages. */
  readonly list: readonly string[] | undefined;
  /** The query parameters of any other call. */
  readonly query: readonly string[];
  readonly body: z.ZodType | undefined;
  readonly answer: z.ZodType | undefined;
  /** The answer does not end by itself. */
  readonly stream: boolean;
  readonly file: boolean;
}

const configured = z.object({ needs: z.string().nullish(), approvable: z.boolean().optional() });
const schemas = z.object({
  hide: z.boolean().optional(),
  body: z.instanceof(z.ZodType).optional(),
  querystring: z.instanceof(z.ZodObject).optional(),
  response: z
    .record(
      z.string(),
      z.union([z.instanceof(z.ZodType), z.object({ content: z.record(z.string(), z.unknown()) })]),
    )
    .optional(),
});
const methods = z.enum(['GET', 'POST', 'PATCH', 'DELETE']);
const PAGING = ['page', 'no_pagination'];

function describe({ method, url, config, schema }: RouteOptions): ApiRoute[] {
  const { needs, approvable = false } = configured.parse(config ?? {});
  const called = methods.safeParse(method).data;
  const { hide, body, querystring, response = {} } = schemas.parse(schema ?? {});
  if (!called || !url.startsWith('/api/') || hide) return [];
  const names = Object.keys(querystring?.shape ?? {});
  const [answer] = Object.values(response);
  const content = answer && !(answer instanceof z.ZodType) ? Object.keys(answer.content) : [];
  const isList = names.includes('page');
  return [
    {
      method: called,
      path: url.slice('/api'.length).replaceAll(/:(\w+)/g, '{$1}'),
      open: needs === undefined,
      approvable,
      needs: needs ?? null,
      list: isList ? names.filter((name) => !PAGING.includes(name)) : undefined,
      query: isList ? [] : names,
      body,
      answer: answer instanceof z.ZodType ? answer : undefined,
      stream: content.includes('text/event-stream'),
      file: content.length > 0 && !content.includes('text/event-stream'),
    },
  ];
}

async function describedApp() {
  const nowhere = { host: '127.0.0.1', port: 1 };
  const found: RouteOptions[] = [];
  const collect = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onRoute', (route) => void found.push(route));
  };
  diagnostics.subscribe('fastify.initialization', collect);
  const db = connect(nowhere);
  const place = { owner: nowhere, dataFolder: undefined, folder: '/nowhere', keep: 1, now: () => new Date() };
  try {
    const app = await buildApp({
      db,
      config: readConfig({}),
      tokenSecret: testSecret,
      backups: new BackupService({ place, gate: new RestoreGate(), report: () => undefined }),
    });
    const document: unknown = (await app.inject(`/api${paths.openapi}`)).json();
    await app.close();
    return { routes: found.flatMap(describe), document };
  } finally {
    diagnostics.unsubscribe('fastify.initialization', collect);
    await db.destroy();
  }
}

const described = await describedApp();

export const apiRoutes: readonly ApiRoute[] = described.routes;

export const { document: apiDocument } = described;
