import { useEffect, useState, useSyncExternalStore } from 'react';
import { currentToasts, subscribeToToasts } from '#app/ui/toast/notify.ts';
import type { Notices } from './notices.tsx';

/** Milliseconds after the load in which the first rows have the processor and the connection. */
const AFTER_FIRST_PAGE = 2_000;
/** Milliseconds. */
const RETRY_AFTER = 30_000;

/** After the first page, or with the first toast: precaching the app must not compete with its rows. */
export function LazyNotices() {
  const [loaded, setLoaded] = useState<{ readonly Notices: typeof Notices }>();
  const [attempt, setAttempt] = useState(0);
  const hasToasts = useSyncExternalStore(subscribeToToasts, currentToasts).length > 0;
  const isWanted = attempt > 0 || hasToasts;

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const startTimer = () => {
      timer = setTimeout(() => setAttempt(1), AFTER_FIRST_PAGE);
    };
    if (document.readyState === 'complete') startTimer();
    else window.addEventListener('load', startTimer, { once: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener('load', startTimer);
    };
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads again
  useEffect(() => {
    if (!isWanted || loaded) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    import('./notices.tsx').then(setLoaded, () => {
      timer = setTimeout(() => setAttempt((count) => count + 1), RETRY_AFTER);
    });
    return () => clearTimeout(timer);
  }, [isWanted, loaded, attempt]);

  return loaded ? <loaded.Notices /> : null;
}
