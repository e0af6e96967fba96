import { type ComponentType, createContext } from 'react';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { Resource } from '#contract/define-resource.ts';

/** Describes the props of a dialog that creates a record while another form is open. */
export interface QuickCreateProps {
  readonly resource: Resource;
  /** Search text without a match: probably the name of the new record. */
  readonly typed: string;
  readonly onCreated: (record: RecordRow) => void;
  readonly onClose: () => void;
}

/**
 * Provides the dialog behind "Add Student" in a picker. It is a context because the dialog's form uses the
 * fields itself: pages provide it, the picker only opens it. Without it the picker does not offer to create
 * a record.
 */
export const QuickCreate = createContext<ComponentType<QuickCreateProps> | undefined>(undefined);
