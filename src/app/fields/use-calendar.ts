import { useEffect, useState } from 'react';
import { whenReachable } from '#app/api/chunk-load-error.ts';
import { useLazyModule } from '#app/ui/use-lazy-module.ts';

const load = () => import('./calendar.tsx');

/**
 * The calendar, fetched when a field first opens it. Where it is missing the connection brings it, or another try; some browsers
 * (Chromium) remember until a reload that a part could not be fetched.
 */
export function useCalendar(open: boolean) {
  const [missing, setMissing] = useState(false);
  const loaded = useLazyModule(open && !missing, load, () => setMissing(true));
  useEffect(() => (missing ? whenReachable(() => setMissing(false)) : undefined), [missing]);
  return { Calendar: loaded?.Calendar, missing, tryAgain: () => setMissing(false) };
}
