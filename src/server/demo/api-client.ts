import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { tokens } from '#contract/account.ts';
import { readId } from '#contract/fields.ts';
import { paths } from '#contract/http.ts';

interface DemoFile {
  readonly name: string;
  readonly text: string;
}

export interface DemoClient {
  readonly post: (path: string, body: Readonly<Record<string, unknown>>) => Promise<{ id: string }>;
  /** For a write that answers no record. */
  readonly send: (path: string, body: Readonly<Record<string, unknown>>) => Promise<unknown>;
  readonly patch: (path: string, body: Readonly<Record<string, unknown>>) => Promise<unknown>;
  readonly remove: (path: string, body?: Readonly<Record<string, unknown>>) => Promise<unknown>;
  readonly upload: (path: string, file: DemoFile, options: object) => Promise<{ id: string }>;
  readonly get: (path: string) => Promise<unknown>;
}

const record = z.object({ id: readId });
/** Of a declared write, the record that it is about. */
const createdRecord = z.union([
  record,
  z
    .object({ records: z.tuple([z.object({ record })]).rest(z.unknown()) })
    .transform(({ records: [first] }) => first.record),
]);

/** In this process, without a port. */
export async function signInDemoClient(
  app: FastifyInstance,
  credentials: { readonly email: string; readonly password: string },
): Promise<DemoClient> {
  const send = async (
    path: string,
    payload?: object | Buffer,
    headers: Record<string, string> = {},
    named?: 'DELETE' | 'PATCH',
  ) => {
    const method = named ?? (payload ? 'POST' : 'GET');
    const answer = await app.inject({ method, url: `/api${path}`, headers, ...(payload && { payload }) });
    if (answer.statusCode >= 300) throw new Error(`${path} answered ${answer.statusCode}: ${answer.body}`);
    return answer.json<unknown>();
  };
  const { access } = tokens.parse(await send(paths.login, credentials));
  const headers = { authorization: `Bearer ${access}` };
  return {
    post: async (path, body) => createdRecord.parse(await send(path, body, headers)),
    send: (path, body) => send(path, body, headers),
    patch: (path, body) => send(path, body, headers, 'PATCH'),
    remove: (path, body) => send(path, body, headers, 'DELETE'),
    async upload(path, file, options) {
      const form = new FormData();
      form.set('options', JSON.stringify(options));
      form.set('file', new File([file.text], file.name));
      const sent = new Response(form);
      const payload = Buffer.from(await sent.arrayBuffer());
      const type = { 'content-type': sent.headers.get('content-type') ?? '' };
      return createdRecord.parse(await send(path, payload, { ...headers, ...type }));
    },
    get: (path) => send(path, undefined, headers),
  };
}
