import type { FastifyInstance, FastifySchema, FastifyServerOptions } from 'fastify';
import { z } from 'zod';
import { BASE } from '#contract/change.ts';
import { mediaTypes } from '#contract/exports.ts';
import type { Filters } from '#contract/list-filters.ts';
import type { Permission } from '#contract/permissions.ts';
import { HttpError } from '#server/platform/http-error.ts';
import { parseBody } from '#server/records/body.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Permission for every request of the route; null if all signed-in users may, absent on routes without sign-in. */
    needs?: Permission | null;
    versioned?: true;
  }
}

export const operation = (
  needs: Permission | null,
  summary: string,
  response: Readonly<Record<number, unknown>>,
  takes: Pick<FastifySchema, 'body' | 'querystring'> & { readonly consumes?: string[] } = {},
) => ({ config: { needs }, schema: { summary, ...takes, response } });

const refuse = () => () => {
  throw new Error('The routes of this app have no schemas');
};

/** Loading Fastify's compilers of schemas takes a tenth of a start. */
export const withoutCompilers = {
  schemaController: { compilersFactory: { buildValidator: refuse, buildSerializer: refuse } },
} satisfies FastifyServerOptions;

/** Schemas only document routes: a write checks its body within its transaction, after its key (decision 38). */
export function documentSchemas(app: FastifyInstance): void {
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => (answer) => JSON.stringify(answer));
}

/** For routes without idempotency keys that are added afterwards: the handler gets the parsed body. */
export function checkBodies(app: FastifyInstance): void {
  app.setValidatorCompiler<z.ZodType>(({ schema }) => (body: unknown) => {
    try {
      return { value: parseBody(schema, body) };
    } catch (error) {
      if (error instanceof HttpError) return { error };
      throw error;
    }
  });
}

const text = z.string().optional();

export const queryOf = (parameters: Filters) =>
  z.object(
    Object.fromEntries(Object.entries(parameters).map(([name, about]) => [name, text.describe(about)])),
  );

const paging = {
  page: z.int().min(0).optional().describe('From 1; 0 means all'),
  no_pagination: z.boolean().optional().describe('true answers all rows in one page'),
};

export const pagesOf = (filters: Filters = {}) => z.object({ ...paging, ...queryOf(filters).shape });

export const changeBody = (body: z.ZodObject): z.ZodType =>
  body.extend({ [BASE]: z.record(z.string(), z.unknown()).optional() });

export const formOf = (body: z.ZodType) => ({
  consumes: ['multipart/form-data'],
  body: z.object({ file: z.file(), options: body }),
});

export const fileAnswer = {
  content: Object.fromEntries(Object.values(mediaTypes).map((type) => [type, { schema: z.file() }])),
};

export const eventsAnswer = { content: { 'text/event-stream': { schema: z.string() } } };
