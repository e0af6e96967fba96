import { paths } from './http.ts';
import { allResourceNames } from './resource-names.ts';
import { resourceOf } from './resources/registry.ts';
import { isGoingBack } from './withdrawals.ts';

// Browsers and Node have both; the contract is compiled without the types of either.
declare const crypto: {
  readonly subtle: { digest(name: 'SHA-256', bytes: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> };
};
declare const TextEncoder: new () => { encode(text: string): Uint8Array<ArrayBuffer> };

/** Path of one record, also with {id} in place of the id. */
const RECORD = /^(\/.+\/)(?:[\w-]+|\{id\})\/$/;

/** Decision 143. Users, settings, backups, imports and the profile always need the user's own permission. */
export function isApprovable(method: string, path: string): boolean {
  const lists = allResourceNames.map((name): string => resourceOf(name).path);
  if (method === 'POST')
    return [...lists, paths.collections, paths.toggleMonth].includes(path) || isGoingBack(path);
  const list = RECORD.exec(path)?.[1];
  return (method === 'PATCH' || method === 'DELETE') && list !== undefined && lists.includes(list);
}

/** SHA-256 in hex of the transmitted bytes, which binds an approval to a body; without a body over none. */
export async function hashOfBytes(body: string | Uint8Array<ArrayBuffer> = ''): Promise<string> {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
