import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { tokens } from '#contract/account.ts';
import { readId } from '#contract/fields.ts';
import { paths } from '#contract/http.ts';

/** Someone who writes at the desk, by the API. */
export interface DemoClient {
  /** Makes a record. @throws {Error} with the server's words when it refuses */
  readonly post: (path: string, body: Readonly<Record<string, unknown>>) => Promise<{ id: string }>;
}

const made = z.object({ id: readId });

/** Signs in to a server in this process, without a port. @throws {Error} when it refuses */
export async function signIn(
  app: FastifyInstance,
  person: { readonly email: string; readonly password: string },
): Promise<DemoClient> {
  const send = async (path: string, payload: object, headers: Record<string, string> = {}) => {
    const answer = await app.inject({ method: 'POST', url: `/api${path}`, payload, headers });
    if (answer.statusCode >= 300) throw new Error(`${path} answered ${answer.statusCode}: ${answer.body}`);
    return answer.json<unknown>();
  };
  const { access } = tokens.parse(await send(paths.login, person));
  const headers = { authorization: `Bearer ${access}` };
  return { post: async (path, body) => made.parse(await send(path, body, headers)) };
}
