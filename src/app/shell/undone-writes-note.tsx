import { useUndoneWrites } from '#app/reads/use-undone-writes.ts';
import { optionalComponent } from '#app/ui/optional-component.tsx';

const UndoneWrites = optionalComponent(
  async () => (await import('#app/sync-center/undone-writes.tsx')).UndoneWrites,
);

/** Shows on every page what a restore of the server has undone and this device cannot send again (decision 146); loaded with the first. */
export function UndoneWritesNote() {
  return useUndoneWrites().writes.length > 0 ? <UndoneWrites /> : null;
}
