import { useEffect } from 'react';
import { importWhenIdle } from '#app/lib/when-idle.ts';
import { useLazyModule } from '#app/ui/use-lazy-module.ts';
import type { PossibleDuplicateNoteProps } from './possible-duplicate-note.tsx';

const load = () => import('./possible-duplicate-note.tsx');
// The note only advises: without it the form works as before.
const ignore = () => undefined;

/**
 * Renders the note about possible duplicates once its code has loaded: few forms need it. It loads when the form is
 * idle, since requesting its files takes longer than everything else that the first key does.
 */
export function LazyDuplicateNote(props: PossibleDuplicateNoteProps) {
  useEffect(() => void importWhenIdle(load).catch(ignore), []);
  const loaded = useLazyModule(props.value !== '', load, ignore);
  return loaded ? <loaded.PossibleDuplicateNote {...props} /> : null;
}
