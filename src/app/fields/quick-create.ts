import { type ComponentType, createContext } from 'react';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { Resource } from '#contract/define-resource.ts';

/** A dialog that makes a record while another form is open. */
export interface QuickCreateProps {
  readonly resource: Resource;
  /** What was typed into the picker without finding it: the name of the new record, most likely. */
  readonly typed: string;
  readonly onCreated: (record: RecordRow) => void;
  readonly onClose: () => void;
}

/**
 * The dialog behind "Add Student" in a picker. It stands in a context because its form is made of widgets
 * itself: screens provide it, the picker only opens it. Without it the picker offers no adding.
 */
export const QuickCreate = createContext<ComponentType<QuickCreateProps> | undefined>(undefined);
