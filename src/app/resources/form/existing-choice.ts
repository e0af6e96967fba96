import { createContext } from 'react';
import type { RecordRow } from '#app/lib/record-row.ts';

/** Inside a dialog over another form, an existing record is handed to that form instead of being opened. */
export const ExistingChoice = createContext<((record: RecordRow) => void) | undefined>(undefined);
