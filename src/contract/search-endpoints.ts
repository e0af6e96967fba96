import { SEARCH_PATH, searchAnswer } from './search.ts';

/** Lists the endpoint of the one search (decision 61). */
export const searchEndpoints = [
  {
    method: 'GET',
    path: SEARCH_PATH,
    needs: 'records.read',
    summary: 'Students, receipts and books that a text finds, at most eight of each, the best first',
    query: { q: 'Name, code or phone number of a student, number of a receipt, name of a book' },
    answer: searchAnswer,
  },
] as const;
