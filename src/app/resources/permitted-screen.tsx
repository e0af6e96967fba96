import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import { withTexts } from '#app/lib/language.ts';
import { usePermissions } from '#app/reads/use-permissions.ts';
import type { Resource } from '#contract/define-resource.ts';
import type { Permission } from '#contract/permissions.ts';
import { type Operation, permissionFor, visibleResource } from '#contract/record-permissions.ts';

const NotPermitted = lazy(async () => ({
  default: (await withTexts(() => import('#app/ui/not-permitted.tsx'))).NotPermitted,
}));

interface PermittedProps {
  readonly needs: Permission;
  readonly children: ReactNode;
}

/** Renders a screen for who may use it, else who can help (decision 46). */
export function Permitted({ needs, children }: PermittedProps) {
  if (usePermissions()(needs)) return children;
  return (
    <Suspense>
      <NotPermitted permission={needs} />
    </Suspense>
  );
}

interface PermittedScreenProps {
  readonly resource: Resource;
  readonly operation: Operation;
  /** Renders the screen of the resource as the user may see it. */
  readonly children: (visible: Resource) => ReactNode;
}

/** Renders a screen of a resource with the fields that the user may see (decision 46). */
export function PermittedScreen({ resource, operation, children }: PermittedScreenProps) {
  const may = usePermissions();
  const visible = useMemo(() => visibleResource(resource, may), [resource, may]);
  return <Permitted needs={permissionFor(resource, operation)}>{children(visible)}</Permitted>;
}
