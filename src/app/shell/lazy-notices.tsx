import { useEffect, useState, useSyncExternalStore } from 'react';
import { loadUntilThere } from '#app/api/chunk-load-error.ts';
import { currentToasts, subscribeToToasts } from '#app/ui/toast/notify.ts';
import type { Notices } from './notices.tsx';

/** Milliseconds after the load in which the first rows have the processor and the connection. */
const AFTER_FIRST_PAGE = 2_000;

/** After the first page, or with the first toast: precaching the app must not compete with its rows. */
export function LazyNotices() {
  const [loaded, setLoaded] = useState<{ readonly Notices: typeof Notices }>();
  const [isDue, setDue] = useState(false);
  const hasToasts = useSyncExternalStore(subscribeToToasts, currentToasts).length > 0;
  const isWanted = isDue || hasToasts;

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const startTimer = () => {
      timer = setTimeout(() => setDue(true), AFTER_FIRST_PAGE);
    };
    if (document.readyState === 'complete') startTimer();
    else window.addEventListener('load', startTimer, { once: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener('load', startTimer);
    };
  }, []);

  useEffect(() => {
    if (isWanted && !loaded) return loadUntilThere(() => import('./notices.tsx'), setLoaded);
    return undefined;
  }, [isWanted, loaded]);

  return loaded ? <loaded.Notices /> : null;
}
