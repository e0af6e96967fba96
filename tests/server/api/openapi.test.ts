import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { mediaTypes } from '#contract/exports.ts';
import { apiDocument, apiRoutes } from '../../support/api-routes.ts';

const parameter = z.object({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  required: z.boolean(),
  schema: z.object({ type: z.string() }).loose(),
});
const typed = z.object({ schema: z.record(z.string(), z.unknown()) });
const content = z.object({ 'application/json': typed });
const answered = z.union([
  content,
  z.object({ 'text/event-stream': typed }),
  z.object({ [mediaTypes.csv]: typed, [mediaTypes.xlsx]: typed }),
]);
const operation = z.object({
  summary: z.string().min(1),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(parameter).default([]),
  requestBody: z
    .object({
      required: z.boolean(),
      content: z.union([content, z.object({ 'multipart/form-data': typed })]),
    })
    .optional(),
  responses: z.record(
    z.string().regex(/^([1-5]\d\d|[1-5]XX|default)$/),
    z.object({
      description: z.string().min(1),
      headers: z.record(z.string(), z.object({ required: z.boolean() })).optional(),
      content: answered.optional(),
    }),
  ),
});
const document = z.object({
  openapi: z.string().regex(/^3\.0\.\d$/),
  info: z.object({ title: z.string().min(1), version: z.string().min(1) }),
  servers: z.array(z.object({ url: z.string() })),
  components: z.object({
    securitySchemes: z.record(
      z.string(),
      z.discriminatedUnion('type', [
        z
          .object({ type: z.literal('http'), scheme: z.literal('bearer'), description: z.string().min(1) })
          .loose(),
        z.object({
          type: z.literal('apiKey'),
          in: z.literal('query'),
          name: z.string(),
          description: z.string().min(1),
        }),
      ]),
    ),
  }),
  paths: z.record(
    z.string().startsWith('/'),
    z.partialRecord(z.enum(['get', 'post', 'patch', 'delete']), operation),
  ),
});

const parsed = document.parse(apiDocument);

describe.each(apiRoutes)('$method $path', ({ method, path, open, body, list }) => {
  const found = parsed.paths[path]?.[method.toLowerCase() as Lowercase<typeof method>];

  it('is documented, with or without sign-in', () => {
    expect(found).toBeDefined();
    expect(found?.security[0]).toEqual(open ? undefined : { bearer: [] });
    expect(Boolean(found?.requestBody)).toBe(Boolean(body));
  });

  it('names every parameter of its path', () => {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    const named = found?.parameters.filter((one) => one.in === 'path').map(({ name }) => name);
    expect(named).toEqual(inPath);
    expect(found?.parameters.filter((one) => one.in === 'path').every((one) => one.required)).toBe(true);
  });

  it('names paging on lists and the key on writes', () => {
    const names = found?.parameters.map(({ name }) => name) ?? [];
    expect(names.includes('page')).toBe(Boolean(list));
    expect(names.includes('Idempotency-Key')).toBe(method !== 'GET' && !open);
  });
});

it('documents only existing routes', () => {
  const documented = Object.entries(parsed.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(documented.sort()).toEqual(apiRoutes.map(({ method, path }) => `${method} ${path}`).sort());
});

it('names the filters of each list, and only those', () => {
  const queries = (path: string) =>
    parsed.paths[path]?.get?.parameters.filter((one) => one.in === 'query').map(({ name }) => name) ?? [];
  expect(queries('/students/')).not.toContain('month');
  expect(queries('/bus/')).toEqual(expect.arrayContaining(['student', 'month', 'owing', 'is_installment']));
  expect(queries('/salaries/')).toEqual(expect.arrayContaining(['employee', 'month', 'search']));
  expect(queries('/history/')).toEqual(['page', 'no_pagination', 'record', 'resource', 'month', 'user']);
});

it('names what is refused for a while, with the time to wait', () => {
  const waits = (path: string, method: 'get' | 'post') =>
    Object.entries(parsed.paths[path]?.[method]?.responses ?? {})
      .filter(([, { headers }]) => headers?.['Retry-After'])
      .map(([status]) => status);
  expect(waits('/students/', 'get')).toEqual(['429', '503']);
  expect(waits('/bus/', 'post')).toEqual(['429', '503']);
  expect(waits('/auth/login/', 'post')).toEqual(['429', '503']);
  expect(waits('/health', 'get')).toEqual(['503']);
});

it('names the tokens for spreadsheets on the routes that take them, in the address where exports do', () => {
  const { securitySchemes } = parsed.components;
  expect(securitySchemes.spreadsheetTokenInAddress).toMatchObject({ name: 'token' });
  const taking = (scheme: string) =>
    Object.entries(parsed.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { security }]) => {
        for (const named of security.flatMap(Object.keys)) expect(securitySchemes).toHaveProperty(named);
        return security.some((one) => scheme in one) ? [`${method} ${path}`] : [];
      }),
    );
  const exports = taking('spreadsheetTokenInAddress');
  expect(exports).toContain('get /students/export/');
  expect(exports).toContain('get /debts/export/');
  expect(exports).not.toContain('get /history/export/');
  expect(exports.every((route) => /^get \/.*\/export\/$/.test(route))).toBe(true);
  const inHeader = taking('spreadsheetToken');
  expect(inHeader.filter((route) => !exports.includes(route)).sort()).toEqual(['get /reports/']);
  expect(exports.filter((route) => !inHeader.includes(route))).toEqual([]);
  expect(parsed.paths['/students/']?.get?.security).toEqual([{ bearer: [] }]);
});

it('needs no body to end a month', () => {
  expect(parsed.paths['/month/end-undo/']?.post?.requestBody?.required).toBe(false);
});

it('documents the fields of a body and which are required', () => {
  const body = parsed.paths['/students/']?.post?.requestBody?.content;
  const schema = content.parse(body)['application/json'].schema;
  expect(schema).toMatchObject({ type: 'object', required: ['name'] });
  expect(Object.keys((schema?.properties ?? {}) as object)).toContain('birthdate');
});

it('has no broken references', () => {
  const text = JSON.stringify(apiDocument);
  const root = apiDocument as Record<string, unknown>;
  for (const [, pointer = ''] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
    const target = pointer
      .split('/')
      .reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], root);
    expect(target, pointer).toBeDefined();
  }
});
