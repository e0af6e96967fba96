import { hashKey, type QueryClient } from '@tanstack/react-query';
import { type Owner, ownerKey } from '#app/api/session.ts';
import { wipeQueries } from '#app/cache/device/cache-db.ts';
import { readLocal, writeLocal } from '#app/lib/local-storage.ts';
import { userQuery } from './branch-queries.ts';

/** localStorage key of the owner and permissions that the cached answers were read with. */
const KNOWN_KEY = 'branch-desk.permissions';

/**
 * Deletes all cached answers when the permissions of the signed-in user have changed, until stopped. Another role sees
 * other fields, and hidden ones must not stay on this device (decision 46). Pending entries are untouched.
 */
export function watchRole(client: QueryClient, owner: Owner): () => void {
  const { queryKey } = userQuery();
  const userHash = hashKey(queryKey);
  const isOther = ({ queryHash }: { readonly queryHash: string }) => queryHash !== userHash;
  const prefix = `${ownerKey(owner)} `;
  const compare = () => {
    const user = client.getQueryData(queryKey);
    if (!user) return;
    const now = `${prefix}${user.permissions?.join() ?? ''}`;
    const known = readLocal(KNOWN_KEY);
    if (known === now) return;
    writeLocal(KNOWN_KEY, now);
    if (!known?.startsWith(prefix)) return;
    void wipeQueries(ownerKey(owner)).then(() => {
      client.removeQueries({ type: 'inactive', predicate: isOther });
      return client.resetQueries({ predicate: isOther });
    });
  };
  compare();
  return client.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.queryHash === userHash) compare();
  });
}
