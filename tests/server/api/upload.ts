import type { Answer, ApiClient, TestServer } from './test-server.ts';

export interface TestFile {
  readonly name?: string;
  readonly content: string | Uint8Array<ArrayBuffer>;
}

export async function sendFile(
  server: TestServer,
  client: ApiClient,
  path: string,
  { name = 'students.csv', content }: TestFile,
  options: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const form = new FormData();
  form.set('options', JSON.stringify(options));
  form.set('file', new File([content], name));
  const sent = new Response(form);
  const answer = await server.app.inject({
    method: 'POST',
    url: `/api${path}`,
    headers: {
      ...client.authorization,
      'content-type': sent.headers.get('content-type') ?? '',
      ...headers,
    },
    payload: Buffer.from(await sent.arrayBuffer()),
  });
  const isJson = String(answer.headers['content-type']).includes('json');
  return {
    status: answer.statusCode,
    text: answer.payload,
    headers: answer.headers,
    body: isJson ? answer.json() : {},
    problems: [],
  };
}
