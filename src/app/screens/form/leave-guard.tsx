import { lazy, type RefObject, Suspense, useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { markBusy } from '#app/shell/busy.ts';

const LeaveQuestion = lazy(async () => ({ default: (await import('./leave-question.tsx')).LeaveQuestion }));

interface LeaveGuardProps {
  readonly changed: boolean;
  /** Set to true when the form is done, so that going on from it is not asked about. */
  readonly done: RefObject<boolean>;
}

/** Keeps a changed form from being left, closed or updated away without a question. */
export function LeaveGuard({ changed, done }: LeaveGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      changed && !done.current && currentLocation.pathname !== nextLocation.pathname,
  );

  useEffect(() => {
    if (!changed) return;
    const unmark = markBusy('A form has changes that are not saved');
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => {
      unmark();
      window.removeEventListener('beforeunload', ask);
    };
  }, [changed]);

  if (blocker.state !== 'blocked') return null;
  return (
    <Suspense>
      <LeaveQuestion onStay={() => blocker.reset()} onLeave={() => blocker.proceed()} />
    </Suspense>
  );
}
