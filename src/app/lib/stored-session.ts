import { readLocal } from './local-storage.ts';

export const SESSION_KEY = 'branch-desk.session';

/** Tells whether a session is stored, without the schema that parses it (api/session.ts): sign-in loads no schemas. */
export const hasStoredSession = (): boolean => readLocal(SESSION_KEY) !== undefined;
