import {
  type ReactNode,
  type RefObject,
  startTransition,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useBlocker } from 'react-router-dom';
import { blockReload } from '#app/lib/update-guard.ts';
import { useLazyModule } from '#app/ui/use-lazy-module.ts';
import type { KeptInputControl } from './kept-input.tsx';
import { messages } from './texts.en.ts';

const loadDialog = () => import('./leave-dialog.tsx');

interface LeaveGuardProps {
  readonly changed: boolean;
  readonly unsaved: RefObject<boolean>;
  readonly sending: boolean;
  readonly kept: RefObject<KeptInputControl | undefined>;
}

export function LeaveGuard({ changed, unsaved, sending, kept }: LeaveGuardProps) {
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
    if (!sending) kept.current?.finish();
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

export interface GuardCallbacks {
  readonly onChanged: (changed: boolean) => void;
  readonly onSending: (sending: boolean) => void;
  readonly keptInput: RefObject<KeptInputControl | undefined>;
}

export function useLeaveGuard(): {
  readonly guard: ReactNode;
  readonly callbacks: GuardCallbacks;
  readonly settle: () => void;
} {
  const [changed, setChanged] = useState(false);
  const [sending, setSending] = useState(false);
  const unsaved = useRef(false);
  const kept = useRef<KeptInputControl>(undefined);
  const onChanged = useCallback((dirty: boolean) => {
    unsaved.current = dirty;
    // Uses a transition: the first key must not wait for the whole page to render.
    startTransition(() => setChanged(dirty));
  }, []);
  return {
    guard: <LeaveGuard changed={changed} unsaved={unsaved} sending={sending} kept={kept} />,
    callbacks: { onChanged, onSending: setSending, keptInput: kept },
    settle: () => {
      unsaved.current = false;
    },
  };
}
