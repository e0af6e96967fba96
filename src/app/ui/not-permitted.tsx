import Lock from 'lucide-react/icons/lock';
import { type Permission, permissions } from '#contract/permissions.ts';
import { EmptyState } from './empty-state.tsx';
import { messages } from './texts.en.ts';

export function NotPermitted({ permission }: { readonly permission: Permission }) {
  return (
    <EmptyState icon={Lock} title={permissions[permission].refusal} about={messages.notPermittedAbout} />
  );
}
