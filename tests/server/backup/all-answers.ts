import { z } from 'zod';

import { apiRoutes } from '../../support/api-routes.ts';
import type { ApiClient } from '../api/test-server.ts';

const queries = ['?no_pagination=true', '?no_pagination=true&ordering=-created_at'];

/** Returns a text with the versions of records as they were in the backup: a restore raises all of them by `leap`. */
export function withVersionsOfBackup(text: string, leap: number): string {
  return text.replace(/"version":(\d+)/g, (_, version) => {
    const raised = leap > 0 && Number(version) > leap;
    return `"version":${Number(version) - (raised ? leap : 0)}`;
  });
}

/** Reads the highest version of a student. The difference between two databases is how far a restore has raised all of them. */
export async function highestVersion(query: (sql: string) => Promise<readonly unknown[]>): Promise<number> {
  const [row] = await query('select max(version) as highest from student');
  return z.object({ highest: z.number() }).parse(row).highest;
}

/** How many records of a list there are to one that is also read by itself. Lists answer all of them. */
const TO_ONE = 5;

/**
 * Returns the answers to every GET of the API by path, with the versions of the backup: all pages of all lists, and every fifth record
 * of a list.
 */
export async function allAnswers(client: ApiClient, leap = 0): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  const ask = async (path: string) => {
    const { status, text, body } = await client.get(path);
    answers.set(path, `${status} ${withVersionsOfBackup(text, leap)}`);
    return body;
  };
  const ids = new Map<string, string[]>();
  const reads = apiRoutes.filter(({ method, stream }) => method === 'GET' && !stream);
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
        rows.filter((_row, at) => at % TO_ONE === 0).map((row: { id: unknown }) => String(row.id)),
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
