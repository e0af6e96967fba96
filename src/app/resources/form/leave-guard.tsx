import { type RefObject, useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { blockReload } from '#app/lib/update-guard.ts';
import { useLazyModule } from '#app/ui/use-lazy-module.ts';

const loadQuestion = () => import('./leave-dialog.tsx');

const PLAINLY = 'Leave without saving? What you typed here has not been saved and will be lost.';

interface LeaveGuardProps {
  readonly changed: boolean;
  /**
   * Whether leaving would lose changes: set before anything renders for it, reset once the form is done.
   */
  readonly holds: RefObject<boolean>;
}

/** Blocks leaving, closing and reloading while a form has unsaved changes. */
export function LeaveGuard({ changed, holds }: LeaveGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      holds.current && currentLocation.pathname !== nextLocation.pathname,
  );

  useEffect(() => {
    if (!changed) return;
    const unmark = blockReload('unsaved');
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => {
      unmark();
      window.removeEventListener('beforeunload', ask);
    };
  }, [changed]);

  const asks = blocker.state === 'blocked';
  // If the dialog cannot be loaded, the browser's own one asks the same.
  const question = useLazyModule(asks, loadQuestion, () =>
    window.confirm(PLAINLY) ? blocker.proceed?.() : blocker.reset?.(),
  );

  if (!asks || !question) return null;
  return <question.LeaveDialog onStay={() => blocker.reset()} onLeave={() => blocker.proceed()} />;
}
