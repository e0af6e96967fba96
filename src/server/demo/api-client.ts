import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { tokens } from '#contract/account.ts';
import { readId } from '#contract/fields.ts';
import { paths } from '#contract/http.ts';

interface DemoFile {
  readonly name: string;
  readonly text: string;
}

type Body = Readonly<Record<string, unknown>>;

const record = z.object({ id: readId });
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
) {
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
    post: async (path: string, body: Body) => createdRecord.parse(await send(path, body, headers)),
    send: (path: string, body: Body) => send(path, body, headers),
    patch: (path: string, body: Body) => send(path, body, headers, 'PATCH'),
    remove: (path: string, body?: Body) => send(path, body, headers, 'DELETE'),
    async upload(path: string, file: DemoFile, options: object) {
      const form = new FormData();
      form.set('options', JSON.stringify(options));
      form.set('file', new File([file.text], file.name));
      const sent = new Response(form);
      const payload = Buffer.from(await sent.arrayBuffer());
      const type = { 'content-type': sent.headers.get('content-type') ?? '' };
      return createdRecord.parse(await send(path, payload, { ...headers, ...type }));
    },
    get: (path: string) => send(path, undefined, headers),
  };
}

export type DemoClient = Awaited<ReturnType<typeof signInDemoClient>>;
