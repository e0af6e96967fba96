import { chakra } from '@chakra-ui/react';
import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { messages } from '../messages.ts';
import { keepAboveSaveBar } from '../save-bar-room.ts';
import { currentToasts, subscribeToToasts } from './notify.ts';
import { ToastCard } from './toast-card.tsx';
import { useToastPause } from './use-toast-pause.ts';

/** Moves the toasts to the top of a phone while a dialog is open, whose fields they would cover. */
const aboveDialog = {
  mdDown: {
    '[data-scroll-lock] &': { top: 'calc({sizes.topBar} + 0.5rem)', bottom: 'auto' },
  },
};

/**
 * Renders the toasts at the bottom right, above a phone's bottom bar. Two live regions are always present, so
 * that each toast is announced: politely, or at once when it is an error. An open dialog hides the children of the
 * body from screen readers, except those with `aria-live`: hence the portal and the attribute, whose value is "off"
 * because the regions inside announce.
 * Hand-written instead of a library: Chakra's toaster would add 12.8 KB to the first load and lacks three
 * behaviours of specification section 9 (decision 91).
 */
export function ToastArea() {
  const area = useRef<HTMLElement>(null);
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts);
  const { paused, handlers } = useToastPause(area, toasts.length);
  useLayoutEffect(() => keepAboveSaveBar(area.current), []);
  const cards = (errors: boolean) =>
    toasts
      .filter(({ kind }) => (kind === 'error') === errors)
      .map((toast) => <ToastCard key={toast.id} toast={toast} paused={paused} />);

  return createPortal(
    <chakra.section
      ref={area}
      aria-live="off"
      aria-label={messages.notifications}
      tabIndex={-1}
      position="fixed"
      insetInlineEnd="4"
      bottom="calc(1rem + max(var(--bottom-bar, 0px), var(--save-bar, 0px)) + env(safe-area-inset-bottom))"
      width="min(24rem, calc(100vw - 2rem))"
      zIndex="toast"
      outline="none"
      pointerEvents="none"
      css={aboveDialog}
      {...handlers}
    >
      <chakra.div role="status">{cards(false)}</chakra.div>
      <chakra.div role="alert">{cards(true)}</chakra.div>
    </chakra.section>,
    document.body,
  );
}
