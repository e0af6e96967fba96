import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import swagger, { type SwaggerTransform, type SwaggerTransformObject } from '@fastify/swagger';
import type { FastifyContextConfig, FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { IF_MATCH } from '#contract/change.ts';
import { errorBody } from '#contract/errors.ts';
import { IDEMPOTENCY_KEY, paths } from '#contract/http.ts';
import { problem } from '#contract/problems.ts';
import { TOKEN_PARAMETER } from '#contract/spreadsheet-tokens.ts';
import { tagOfText } from '#server/platform/text-tag.ts';
import { isUnchanged, JSON_TYPE } from './etag.ts';

const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) };
type Encoding = keyof typeof compressors;
const encodings: readonly Encoding[] = ['br', 'gzip'];

/** The best of our encodings that Accept-Encoding names (RFC 9110, section 12.5.3). */
function encodingOf(header = ''): Encoding | undefined {
  const accepted = header.split(',').flatMap((part) => {
    const [name = '', quality = 'q=1'] = part.split(';').map((text) => text.trim().toLowerCase());
    return Number(quality.replace(/^q=/, '')) > 0 ? [name] : [];
  });
  return encodings.find((encoding) => accepted.includes(encoding));
}

async function prepare(document: object) {
  const text = JSON.stringify(document);
  const [br, gz] = await Promise.all([compressors.br(text), compressors.gzip(text)]);
  return { text, tag: tagOfText(text), br, gzip: gz };
}

const keyHeader = { [IDEMPOTENCY_KEY]: z.string().meta({ format: 'uuid' }).optional() };
const ifMatchHeader = {
  [IF_MATCH]: z.string().optional().describe('The version of the record in double quotes'),
};

/** How a request says who it is from (decision 157). */
const securitySchemes = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The access token of a session',
  },
  spreadsheetToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'bds_ and 43 letters',
    description: 'A token for spreadsheets, which reads only',
  },
  spreadsheetTokenInAddress: {
    type: 'apiKey',
    in: 'query',
    name: TOKEN_PARAMETER,
    description: 'A token for spreadsheets that cannot send headers',
  },
} as const;

type Security = Partial<Record<keyof typeof securitySchemes, string[]>>;

/** The schemes that a route accepts, each alone. */
const securityOf = ({ needs, spreadsheets }: FastifyContextConfig): Security[] =>
  needs === undefined
    ? []
    : [
        { bearer: [] },
        ...(spreadsheets ? [{ spreadsheetToken: [] }] : []),
        ...(spreadsheets === 'address' ? [{ spreadsheetTokenInAddress: [] }] : []),
      ];

const answerSchema = z.record(
  z.string(),
  z.union([z.instanceof(z.ZodType), z.looseObject({ content: z.unknown() })]),
);

/** Marks an operation whose body may be absent, until the document is complete. */
const OPTIONAL_BODY = 'x-optional-body';

const describeRoute: SwaggerTransform = ({ schema, route, ...others }) => {
  if (schema?.hide) return { schema, url: others.url };
  const { needs, versioned } = route.config ?? {};
  const isOpen = needs === undefined;
  const { summary = '', body, response } = schema;
  const headers = { ...(route.method !== 'GET' && !isOpen && keyHeader), ...(versioned && ifMatchHeader) };
  const answers = Object.entries(answerSchema.parse(response)).map(([status, answer]) => [
    status,
    {
      description: summary,
      content: answer instanceof z.ZodType ? { 'application/json': { schema: answer } } : answer.content,
    },
  ]);
  const described = {
    ...schema,
    security: securityOf(route.config ?? {}),
    headers: Object.keys(headers).length > 0 ? z.object(headers) : undefined,
    response: Object.fromEntries(answers),
    ...(needs && { 'x-permission': needs }),
    ...(body instanceof z.ZodType && body.safeParse(undefined).success && { [OPTIONAL_BODY]: true }),
  };
  return jsonSchemaTransform({ schema: described, route, ...others });
};

function errorAnswers(isLimited: boolean) {
  const refused = z.union([errorBody, z.looseObject({ problems: z.array(problem) })]);
  const schema = z.toJSONSchema(refused, { io: 'output', unrepresentable: 'any', target: 'openapi-3.0' });
  const content = { 'application/json': { schema } };
  const retryLater = (description: string) => ({
    description,
    headers: {
      'Retry-After': { description: 'Seconds to wait', required: true, schema: { type: 'integer' } },
    },
    content,
  });
  return {
    '4XX': { description: 'Refused', content },
    ...(isLimited && { '429': retryLater('Too many requests; nothing was done') }),
    '503': retryLater('The server lacks its database, disk, memory or time; nothing was saved'),
  };
}

const operations = z.record(
  z.string(),
  z.record(
    z.string(),
    z.looseObject({
      [OPTIONAL_BODY]: z.boolean().optional(),
      security: z.array(z.unknown()),
      requestBody: z.looseObject({}).optional(),
      responses: z.looseObject({}),
    }),
  ),
);

/** Adds facts that @fastify/swagger cannot take from a schema. */
const completeOperations: SwaggerTransformObject = (document) => {
  const { paths: described, ...others } = 'openapiObject' in document ? document.openapiObject : {};
  const completed = Object.entries(operations.parse(described)).map(([path, methods]) => [
    path,
    Object.fromEntries(
      Object.entries(methods).map(([method, { [OPTIONAL_BODY]: optional, ...operation }]) => [
        method,
        {
          ...operation,
          ...(operation.requestBody && { requestBody: { ...operation.requestBody, required: !optional } }),
          // A read without sign-in has no limit.
          responses: {
            ...operation.responses,
            ...errorAnswers(method !== 'get' || operation.security.length > 0),
          },
        },
      ]),
    ),
  ]);
  return { ...others, paths: Object.fromEntries(completed) };
};

/**
 * Describes all routes added afterwards; await it before the routes. The first request writes, hashes and compresses
 * the document, so later ones cost little and a start does not wait for it.
 */
export async function apiDocument(api: FastifyInstance): Promise<void> {
  await api.register(swagger, {
    openapi: {
      openapi: '3.0.3',
      info: { title: 'Branch Desk', version: '1' },
      servers: [{ url: '/api' }],
      components: { securitySchemes },
    },
    transform: describeRoute,
    transformObject: completeOperations,
  });
  let prepared: ReturnType<typeof prepare> | undefined;
  api.get(paths.openapi, { schema: { hide: true } }, async (request, reply) => {
    prepared ??= prepare(api.swagger());
    const { text, tag, ...compressed } = await prepared;
    const encoding = encodingOf(request.headers['accept-encoding']);
    reply.header('etag', tag).type(JSON_TYPE);
    if (!encoding || isUnchanged(request, tag)) return reply.send(text);
    return reply.header('content-encoding', encoding).send(compressed[encoding]);
  });
}
