import { readLocal } from './local-storage.ts';

export const SESSION_KEY = 'branch-desk.session';

/** Without the schema that parses it (api/session.ts): sign-in loads no schemas. */
export const hasStoredSession = (): boolean => readLocal(SESSION_KEY) !== undefined;
