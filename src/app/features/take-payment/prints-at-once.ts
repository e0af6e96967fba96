import { readLocal, writeLocal } from '#app/lib/local-storage.ts';

const KEY = 'branch-desk.prints-payments';

/** Whether the last payment on this device was printed at once: a desk has a printer, or a book of receipts. */
export const printedLast = (): boolean => readLocal(KEY) === 'yes';

export const rememberPrinting = (prints: boolean): void => writeLocal(KEY, prints ? 'yes' : 'no');
