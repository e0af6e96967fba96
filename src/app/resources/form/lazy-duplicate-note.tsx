import { useLazyModule } from '#app/ui/use-lazy-module.ts';
import type { PossibleDuplicateNoteProps } from './possible-duplicate-note.tsx';

const load = () => import('./possible-duplicate-note.tsx');
// The note only advises: without it the form works as before.
const ignore = () => undefined;

/** Renders the note about possible duplicates once its code has loaded: few forms need it. */
export function LazyDuplicateNote(props: PossibleDuplicateNoteProps) {
  const loaded = useLazyModule(props.value !== '', load, ignore);
  return loaded ? <loaded.PossibleDuplicateNote {...props} /> : null;
}
