import { z } from 'zod';
import { readId } from './fields.ts';

/** Names of the branch's users, disabled ones included. */
export const PEOPLE_PATH = '/people/';

/** Two users of one name have different texts. */
export const people = z.object({ results: z.array(z.object({ id: readId, name: z.string() })) });
