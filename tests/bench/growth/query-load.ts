import { Agent, request } from 'node:http';

/** Describes signed-in connections to a server. */
export interface QueryLoad {
  /** Sends a request and returns the length of the answer. @throws {Error} unless the status is 200 or 201 */
  readonly get: (path: string) => Promise<number>;
  readonly post: (path: string, body: object, key: string) => Promise<number>;
  readonly end: () => void;
}

/** Opens this number of keep-alive connections to the server. The requests are those of these users in turn. */
export function openQueryLoad(origin: string, tokens: readonly string[], connections: number): QueryLoad {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let sent = 0;
  const send = (method: string, path: string, body?: object, key?: string) => {
    const payload = body && JSON.stringify(body);
    const headers = {
      authorization: `Bearer ${tokens[sent++ % tokens.length]}`,
      ...(payload && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
      ...(key && { 'idempotency-key': key }),
    };
    return new Promise<number>((resolve, reject) => {
      const asked = request(`${origin}/api${path}`, { method, agent, headers }, (answer) => {
        let length = 0;
        const { statusCode = 0 } = answer;
        if (statusCode >= 300) reject(new Error(`${method} ${path} answered ${statusCode}`));
        answer
          .on('data', (chunk: Buffer) => {
            length += chunk.length;
          })
          .on('end', () => resolve(length))
          .on('error', reject);
      });
      asked.on('error', reject).end(payload);
    });
  };
  return {
    get: (path) => send('GET', path),
    post: (path, body, key) => send('POST', path, body, key),
    end: () => agent.destroy(),
  };
}
