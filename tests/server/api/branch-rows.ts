import { scopedTables } from '#server/db/branch-scope.ts';
import type { TestServer } from './test-server.ts';

const ofTable = (table: (typeof scopedTables)[number]) =>
  `select '${table}' as of_table, string_agg(it::text, E'\\n' order by it::text) as found from ${table} as it where ${table === 'branch' ? 'id' : 'branch_id'} = $1`;
const ofAllTables = { name: 'rows of a branch', text: scopedTables.map(ofTable).join('\nunion all\n') };

/**
 * Returns all rows of a branch as PostgreSQL's text, by table, to compare with a later state. One prepared statement reads them all: the
 * tests of every endpoint read them hundreds of times.
 */
export const rowsOfBranch = (
  { queryAsOwner }: Pick<TestServer, 'queryAsOwner'>,
  branchId: bigint,
): Promise<Record<string, unknown>[]> => queryAsOwner(ofAllTables, [branchId]);
