import type { DeclaredWriteName } from '../resource-names.ts';
import { bookReturnWrite } from './book-return.ts';
import { collectionWrite } from './collection.ts';
import type { WriteDefinition } from './define-write.ts';
import { familyWrite } from './family.ts';
import { receiptPrintWrite } from './receipt-print.ts';
import { transferWrite } from './transfer.ts';
import { withdrawalWrite } from './withdrawal.ts';

const writes: ReadonlyMap<string, WriteDefinition> = new Map(
  Object.entries({
    collection: collectionWrite,
    'receipt-print': receiptPrintWrite,
    family: familyWrite,
    withdrawal: withdrawalWrite,
    transfer: transferWrite,
    'book-return': bookReturnWrite,
  } satisfies Record<DeclaredWriteName, WriteDefinition>),
);

export const declaredWrites: readonly WriteDefinition[] = [...writes.values()];

/** Undefined for a resource, whose creates, changes and deletes it declares itself, and for an unknown name. */
export const writeOf = (name: string): WriteDefinition | undefined => writes.get(name);
