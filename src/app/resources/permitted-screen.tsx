import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import { withTexts } from '#app/lib/language.ts';
import { useBranch } from '#app/reads/branch-queries.ts';
import { useDeclaredFields } from '#app/reads/capabilities.ts';
import { usePermissions } from '#app/reads/use-permissions.ts';
import type { Resource } from '#contract/define-resource.ts';
import type { Permission } from '#contract/permissions.ts';
import { type Operation, permissionFor, visibleResource } from '#contract/record-permissions.ts';

const NotPermitted = lazy(async () => ({
  default: (await withTexts(() => import('#app/ui/not-permitted.tsx'))).NotPermitted,
}));

const NotKnown = lazy(async () => ({
  default: (await withTexts(() => import('#app/ui/not-permitted.tsx'))).NotKnown,
}));

interface PermittedProps {
  readonly needs: Permission;
  readonly children: ReactNode;
}

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
  readonly children: (visible: Resource) => ReactNode;
}

/** Passes a resource that has only the fields the user may see (decision 46). */
export function PermittedScreen({ resource, operation, children }: PermittedScreenProps) {
  const may = usePermissions();
  const visible = useMemo(() => visibleResource(resource, may), [resource, may]);
  const { knows } = useDeclaredFields();
  const branch = useBranch();
  if (branch && !knows(resource))
    return (
      <Suspense>
        <NotKnown resource={resource} />
      </Suspense>
    );
  return <Permitted needs={permissionFor(resource, operation)}>{children(visible)}</Permitted>;
}
