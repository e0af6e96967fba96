import { z } from 'zod';
import { readId } from './fields.ts';

/** Holds the API path of what the users of the branch are called, disabled ones included. */
export const PEOPLE_PATH = '/people/';

/** Parses what the users of the branch are called; two users of one name are told apart. */
export const people = z.object({ results: z.array(z.object({ id: readId, name: z.string() })) });

/** Lists the endpoint of the names of users. */
export const peopleEndpoints = [
  {
    method: 'GET',
    path: PEOPLE_PATH,
    needs: 'records.read',
    summary: 'What the users of the branch are called, by the id that records name',
    answer: people,
  },
] as const;
