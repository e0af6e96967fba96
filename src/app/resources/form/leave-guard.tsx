import { type RefObject, useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { blockReload } from '#app/lib/update-guard.ts';
import { useLazyModule } from '#app/ui/use-lazy-module.ts';
import type { DraftControl } from './form-draft.tsx';
import { messages } from './texts.en.ts';

const loadDialog = () => import('./leave-dialog.tsx');

interface LeaveGuardProps {
  readonly changed: boolean;
  /** Set before anything renders for it, reset once the form is done. */
  readonly unsaved: RefObject<boolean>;
  /** True while the form is being saved: then leaving loses nothing. */
  readonly sending: boolean;
  readonly draft: RefObject<DraftControl | undefined>;
}

export function LeaveGuard({ changed, unsaved, sending, draft }: LeaveGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved.current && currentLocation.pathname !== nextLocation.pathname,
  );

  useEffect(() => {
    if (!changed) return;
    const unblock = blockReload('unsaved');
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => {
      unblock();
      window.removeEventListener('beforeunload', warn);
    };
  }, [changed]);

  const isBlocked = blocker.state === 'blocked';
  const leave = () => {
    if (!sending) draft.current?.finish();
    blocker.proceed?.();
  };
  // If the dialog cannot be loaded, the browser's own one asks the same.
  const dialog = useLazyModule(isBlocked, loadDialog, () =>
    window.confirm(sending ? messages.leaveWhileSendingConfirm : messages.leaveConfirm)
      ? leave()
      : blocker.reset?.(),
  );

  if (!isBlocked || !dialog) return null;
  return <dialog.LeaveDialog sending={sending} onStay={() => blocker.reset()} onLeave={leave} />;
}
