import { z } from 'zod';
import { readId } from './fields.ts';

/** Holds the API path of what the users of the branch are called, disabled ones included. */
export const PEOPLE_PATH = '/people/';

/** Parses what the users of the branch are called; two users of one name are told apart. */
export const people = z.object({ results: z.array(z.object({ id: readId, name: z.string() })) });
