import { useEffect, useState } from 'react';
import { whenReachable } from '#app/shell/missing-chunk.ts';
import { useLoaded } from '#app/shell/use-part.ts';

const load = () => import('./calendar.tsx');

/**
 * The calendar, fetched when a field first opens it. Where it is missing the connection brings it, or another try; some browsers
 * (Chromium) remember until a reload that a part could not be fetched.
 */
export function useCalendar(open: boolean) {
  const [missing, setMissing] = useState(false);
  const loaded = useLoaded(open && !missing, load, () => setMissing(true));
  useEffect(() => (missing ? whenReachable(() => setMissing(false)) : undefined), [missing]);
  return { Calendar: loaded?.Calendar, missing, tryAgain: () => setMissing(false) };
}
