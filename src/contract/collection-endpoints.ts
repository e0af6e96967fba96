import { collectionAnswer, collectionBody, collectionRow } from './collections.ts';
import { FAMILIES_PATH, family, familyPair, familyPairBody } from './families.ts';
import { paths } from './http.ts';
import { pageOf } from './paging.ts';

/** Lists the endpoints of collections and families (decision 53). */
export const collectionEndpoints = [
  {
    method: 'GET',
    path: paths.collections,
    needs: 'records.read',
    summary: 'Collections, newest first',
    list: {},
    answer: pageOf(collectionRow),
  },
  {
    method: 'POST',
    path: paths.collections,
    needs: 'records.write',
    summary: 'Receive one sum for several debts, wholly or not at all',
    body: collectionBody,
    answer: collectionAnswer,
  },
  {
    method: 'GET',
    path: `${paths.collections}{id}/`,
    needs: 'records.read',
    summary: 'One collection with its payments',
    answer: collectionAnswer,
  },
  {
    method: 'GET',
    path: FAMILIES_PATH,
    needs: 'records.read',
    summary: 'The family of a student with every open debt, oldest first',
    query: { student: 'The id of one of its students' },
    answer: family,
  },
  {
    method: 'POST',
    path: FAMILIES_PATH,
    needs: 'records.write',
    summary: 'Put two students together as one family, or take them apart',
    status: 200,
    body: familyPairBody,
    answer: familyPair,
  },
] as const;
