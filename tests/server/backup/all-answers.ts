import { endpoints } from '#contract/endpoints.ts';
import type { ApiClient } from '../api/test-server.ts';

const queries = ['?no_pagination=true', '?no_pagination=true&ordering=-created_at'];

/** Returns a text with the versions of records as they were in the backup: a restore raises them by 1 000 000. */
export function withVersionsOfBackup(text: string): string {
  return text.replace(/"version":(\d+)/g, (_, version) => `"version":${Number(version) % 1_000_000}`);
}

/** Returns the answers to every GET of the API by path: all pages of all lists, and every record. */
export async function allAnswers(client: ApiClient): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  const ask = async (path: string) => {
    const { status, text, body } = await client.get(path);
    answers.set(path, `${status} ${withVersionsOfBackup(text)}`);
    return body;
  };
  const ids = new Map<string, string[]>();
  const reads = endpoints.filter(({ method, stream }) => method === 'GET' && !stream);
  for (const { path, list } of reads.filter((one) => !one.path.includes('{id}'))) {
    if (!list) {
      await ask(path);
      continue;
    }
    for (const query of queries) {
      const { results } = await ask(`${path}${query}`);
      const rows = Array.isArray(results) ? results : [];
      ids.set(
        path,
        rows.map((row: { id: unknown }) => String(row.id)),
      );
    }
    for (let next: unknown = `/api${path}?page=1`; typeof next === 'string'; ) {
      next = (await ask(next.replace('/api', ''))).next;
    }
  }
  for (const { path } of reads.filter((one) => one.path.includes('{id}'))) {
    for (const id of ids.get(path.replace('{id}/', '')) ?? []) await ask(path.replace('{id}', id));
  }
  return answers;
}
