import { createContext } from 'react';
import type { Subject } from '#app/printing/receipt/use-receipt.ts';

/** Loads the dialog of a receipt; in advance when the pointer is over its button. */
export const loadReceipt = () => import('#app/printing/receipt-dialog.tsx');

/** Opens the receipt of a row. The list renders it, not the row: a table that becomes cards keeps it open. */
export const OpenReceipt = createContext<(subject: Subject) => void>(() => undefined);
