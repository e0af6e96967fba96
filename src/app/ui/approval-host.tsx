import { approvalRequest } from '#app/lib/ask-manager.ts';
import { useStore } from '#app/lib/use-store.ts';
import { useLazyDialog } from './use-lazy-module.ts';

const loadDialog = () => import('./approval-dialog.tsx');

/** Renders the dialog of the approval that is asked for; its code is loaded at the first. */
export function ApprovalHost() {
  const asked = useStore(approvalRequest);
  const dialog = useLazyDialog(asked !== undefined, loadDialog, () => asked?.onClosed(false));
  return asked && dialog ? <dialog.ApprovalDialog key={asked.write.key} {...asked} /> : null;
}
