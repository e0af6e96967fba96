import { z } from 'zod';
import { IF_MATCH } from './change.ts';
import { type Endpoint, endpoints } from './endpoints.ts';
import { errorBody } from './errors.ts';
import { mediaTypes } from './exports.ts';
import { IDEMPOTENCY_KEY } from './http.ts';

const json = (schema: z.ZodType, io: 'input' | 'output') => ({
  'application/json': {
    schema: z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'openapi-3.0' }),
  },
});

const files = Object.fromEntries(
  Object.values(mediaTypes).map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
);

/** Describes a form with a file, and a body as JSON beside it. */
const uploadOf = (body: z.ZodType) => ({
  'multipart/form-data': {
    schema: {
      type: 'object',
      required: ['file', 'options'],
      properties: {
        file: { type: 'string', format: 'binary' },
        options: json(body, 'input')['application/json'].schema,
      },
    },
  },
});

const query = (name: string, type: string, description: string) => ({
  name,
  in: 'query',
  required: false,
  description,
  schema: { type },
});

const paging = [
  query('page', 'integer', 'From 1; 0 means all'),
  query('no_pagination', 'boolean', 'true answers all rows in one page'),
];

const retryLater = (description: string) => ({
  description,
  headers: {
    'Retry-After': { description: 'Seconds to wait', required: true, schema: { type: 'integer' } },
  },
  content: json(errorBody, 'output'),
});

function parametersOf({ path, list, query: asked, method, open, versioned, stream }: Endpoint): unknown[] {
  const key = {
    name: IDEMPOTENCY_KEY,
    in: 'header',
    required: false,
    schema: { type: 'string', format: 'uuid' },
  };
  const ifMatch = {
    name: IF_MATCH,
    in: 'header',
    required: false,
    description: 'The version of the record in double quotes',
    schema: { type: 'string' },
  };
  return [
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    })),
    ...(stream ? [query('since', 'string', 'The last version that the client knows')] : []),
    ...(list ? paging : []),
    ...Object.entries(list ?? asked ?? {}).map(([name, about]) => query(name, 'string', about)),
    ...(method !== 'GET' && !open ? [key] : []),
    ...(versioned ? [ifMatch] : []),
  ];
}

function operationOf(endpoint: Endpoint) {
  const { summary, open, needs, body, answer, method, stream, file, upload } = endpoint;
  return {
    summary,
    security: open ? [] : [{ bearer: [] }],
    ...(needs && { 'x-permission': needs }),
    parameters: parametersOf(endpoint),
    ...(body && {
      requestBody: {
        required: !body.safeParse(undefined).success,
        content: upload ? uploadOf(body) : json(body, 'input'),
      },
    }),
    responses: {
      [String(endpoint.status ?? (method === 'POST' && !open ? 201 : 200))]: {
        description: summary,
        ...(answer && { content: json(answer, 'output') }),
        ...(file && { content: files }),
        ...(stream && { content: { 'text/event-stream': { schema: { type: 'string' } } } }),
      },
      '4XX': { description: 'Refused', content: json(errorBody, 'output') },
      // What answers without any work has no limit either.
      ...(!(open && method === 'GET') && { '429': retryLater('Too many requests; nothing was done') }),
      '503': retryLater('The server lacks its database, disk, memory or time; nothing was saved'),
    },
  };
}

/** Builds the OpenAPI 3.0 document of the whole API from the endpoints. */
export function openApiDocument(): Record<string, unknown> {
  const documented: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    documented[endpoint.path] = {
      ...documented[endpoint.path],
      [endpoint.method.toLowerCase()]: operationOf(endpoint),
    };
  }
  return {
    openapi: '3.0.3',
    info: { title: 'Branch Desk', version: '1' },
    servers: [{ url: '/api' }],
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    paths: documented,
  };
}
