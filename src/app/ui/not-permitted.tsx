import Lock from 'lucide-react/icons/lock';
import type { Resource } from '#contract/define-resource.ts';
import { type Permission, permissions } from '#contract/permissions.ts';
import { EmptyState } from './empty-state.tsx';
import { messages } from './texts.en.ts';

/** On a server that does not declare it (decision 31). */
export function NotKnown({ resource: { plural } }: { readonly resource: Resource }) {
  return (
    <EmptyState
      icon={Lock}
      isPage
      title={messages.notKnownTitle({ things: plural })}
      about={messages.notKnownAbout}
    />
  );
}

export function NotPermitted({ permission }: { readonly permission: Permission }) {
  return (
    <EmptyState
      icon={Lock}
      isPage
      title={permissions[permission].refusal}
      about={messages.notPermittedAbout}
    />
  );
}
