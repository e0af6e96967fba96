import { bootCache } from '#app/cache/boot-cache.ts';
import { usePermissions } from '#app/reads/use-permissions.ts';
import { optionalComponent } from '#app/ui/optional-component.tsx';
import type { CancelledFilter } from './cancelled-payments.tsx';

const CancelledPayments = optionalComponent(
  async () => (await import('./cancelled-payments.tsx')).CancelledPayments,
);

/** For managers, on servers that keep them; loaded after the list above it. */
export function PermittedCancelled(filter: CancelledFilter) {
  const may = usePermissions();
  if (bootCache().branch?.receipts !== true || !may('money.remove-any')) return null;
  return <CancelledPayments {...filter} />;
}
