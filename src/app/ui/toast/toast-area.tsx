import { chakra } from '@chakra-ui/react';
import {
  type FocusEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { createPortal } from 'react-dom';
import { keepAboveSaveBar } from '#app/ui/save-bar-room.ts';
import { messages } from '#app/ui/texts.en.ts';
import { currentToasts, subscribeToToasts } from './notify.ts';
import { ToastCard } from './toast-card.tsx';

/**
 * Pauses while a toast is hovered or focused, or the window is inactive. Alt+T focuses the notifications, Escape
 * restores the focus and resumes the timers (specification, section 9).
 */
function useToastPause(area: RefObject<HTMLElement | null>, count: number) {
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const [windowBlurred, setWindowBlurred] = useState(() => !document.hasFocus());

  useEffect(() => {
    const onWindowBlur = () => setWindowBlurred(true);
    const onWindowFocus = () => setWindowBlurred(false);
    window.addEventListener('blur', onWindowBlur);
    window.addEventListener('focus', onWindowFocus);
    return () => {
      window.removeEventListener('blur', onWindowBlur);
      window.removeEventListener('focus', onWindowFocus);
    };
  }, []);

  useEffect(() => {
    let previousFocus: Element | null = null;
    const onKey = (event: KeyboardEvent) => {
      const inside = area.current?.contains(document.activeElement) === true;
      // `code`: with Alt held, or an Arabic layout, `key` is another letter.
      if (event.altKey && event.code === 'KeyT' && !inside) {
        event.preventDefault();
        previousFocus = document.activeElement;
        area.current?.focus();
      } else if (event.key === 'Escape' && inside) {
        if (previousFocus instanceof HTMLElement && previousFocus.isConnected) previousFocus.focus();
        else (document.activeElement as HTMLElement | null)?.blur();
      }
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [area]);

  // Removing the last toast fires neither pointerleave nor blur.
  useEffect(() => {
    if (count > 0) return;
    setHovered(false);
    setFocused(false);
  }, [count]);

  return {
    paused: hovered || focused || windowBlurred,
    handlers: {
      onPointerEnter: () => setHovered(true),
      onPointerLeave: () => setHovered(false),
      onFocus: () => setFocused(true),
      onBlur: (event: FocusEvent<HTMLElement>) =>
        setFocused(event.currentTarget.contains(event.relatedTarget as Node | null)),
    },
  };
}

/**
 * At the top of a phone while a dialog is open, because toasts would cover its fields. The Sync panel has none, and
 * says at its top what a toast would cover.
 */
const aboveDialog = {
  mdDown: {
    '[data-scroll-lock]:not(:has([data-sync-panel])) &': {
      top: 'calc({sizes.topBar} + 0.5rem)',
      bottom: 'auto',
    },
  },
};

/**
 * Two live regions are always present, so that each toast is announced: politely, or at once for an error. An open
 * dialog hides the children of the body from screen readers, except those with `aria-live`: hence the portal and the
 * attribute, whose value is "off" because the regions inside announce. Hand-written: Chakra's toaster would add 12.8 KB
 * to the first load and lacks three behaviours of specification section 9 (decision 91).
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
      insetInlineEnd="screenEnd"
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
