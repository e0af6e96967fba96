import { type Agent, request } from 'node:http';

export interface BenchRequest {
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** With the origin. */
  readonly url: string;
  readonly token: string;
  readonly body?: object;
  readonly key?: string;
}

export function sendRequest(
  agent: Agent,
  { method, url, token, body, key }: BenchRequest,
): Promise<{ readonly status: number; readonly length: number }> {
  const payload = body && JSON.stringify(body);
  const headers = {
    authorization: `Bearer ${token}`,
    ...(payload && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
    ...(key && { 'idempotency-key': key }),
  };
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, agent, headers }, (answer) => {
      let length = 0;
      answer
        .on('data', (chunk: Buffer) => {
          length += chunk.length;
        })
        .on('end', () => resolve({ status: answer.statusCode ?? 0, length }))
        .on('error', reject);
    });
    asked.on('error', reject).end(payload);
  });
}
