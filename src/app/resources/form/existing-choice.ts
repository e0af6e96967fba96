import { createContext } from 'react';
import type { RecordRow } from '#app/lib/record-row.ts';

/** Provides what a dialog over another form does with the record that exists already, in place of opening it. */
export const ExistingChoice = createContext<((record: RecordRow) => void) | undefined>(undefined);
