import { bookReturnWrite } from './book-return.ts';
import type { WriteDefinition } from './define-write.ts';
import { familyWrite } from './family.ts';
import { receiptPrintWrite } from './receipt-print.ts';
import { transferWrite } from './transfer.ts';
import { withdrawalWrite } from './withdrawal.ts';

export const declaredWrites: readonly WriteDefinition[] = [
  receiptPrintWrite,
  familyWrite,
  withdrawalWrite,
  transferWrite,
  bookReturnWrite,
];

/** Undefined for a resource, whose creates, changes and deletes it declares itself, and for an unknown name. */
export const writeOf = (name: string): WriteDefinition | undefined =>
  declaredWrites.find((write) => write.name === name);
