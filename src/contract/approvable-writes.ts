import { paths } from './http.ts';
import { allResourceNames } from './resource-names.ts';
import { resourceOf } from './resources/registry.ts';

// Browsers and Node have both; the contract is compiled without the types of either.
declare const crypto: {
  readonly subtle: { digest(name: 'SHA-256', bytes: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> };
};
declare const TextEncoder: new () => { encode(text: string): Uint8Array<ArrayBuffer> };

/** Parses the path of one record, also with {id} in place of the id. */
const RECORD = /^(\/.+\/)(?:[\w-]+|\{id\})\/$/;

/**
 * Tells whether a manager can approve a write at the device of another user (decision 143): one of records, a collection, or the end of a
 * month. Users, settings, backups, imports and the profile are changed by whoever has the right only.
 */
export function isApprovable(method: string, path: string): boolean {
  const lists = allResourceNames.map((name): string => resourceOf(name).path);
  if (method === 'POST') return [...lists, paths.collections, paths.toggleMonth].includes(path);
  const list = RECORD.exec(path)?.[1];
  return (method === 'PATCH' || method === 'DELETE') && list !== undefined && lists.includes(list);
}

/**
 * Returns the SHA-256 of the bytes of a body in hex, which binds an approval to them. App and server compute it over the bytes on the
 * line; without a body over none.
 */
export async function hashOfBytes(body: string | Uint8Array<ArrayBuffer> = ''): Promise<string> {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
