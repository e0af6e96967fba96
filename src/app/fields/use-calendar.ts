import { useEffect, useState } from 'react';
import { whenReachable } from '#app/api/chunk-load-error.ts';
import { useLazyModule } from '#app/ui/use-lazy-module.ts';

const load = () => import('./calendar.tsx');

/**
 * Loads the calendar when a field first opens it. A failed load is retried on request and once the server
 * is reachable again; some browsers (Chromium) remember a failed module until a reload.
 */
export function useCalendar(open: boolean) {
  const [missing, setMissing] = useState(false);
  const loaded = useLazyModule(open && !missing, load, () => setMissing(true));
  useEffect(() => (missing ? whenReachable(() => setMissing(false)) : undefined), [missing]);
  return { Calendar: loaded?.Calendar, missing, tryAgain: () => setMissing(false) };
}
