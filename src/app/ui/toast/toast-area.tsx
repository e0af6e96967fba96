import { chakra, IconButton } from '@chakra-ui/react';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import Info from 'lucide-react/icons/info';
import X from 'lucide-react/icons/x';
import {
  type CSSProperties,
  type FocusEvent,
  type PointerEvent,
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
import { typedText } from '#app/ui/typed-text.tsx';
import { currentToasts, dismiss, subscribeToToasts, type Toast } from './notify.ts';

/** A share of the card's width (specification, section 9). */
const THRESHOLD = 0.8;
/** Pixels. */
const CLICK_TOLERANCE = 6;

interface Swipe {
  readonly pointerId: number;
  readonly x: number;
  readonly width: number;
}

function useSwipeAway(onDismiss: () => void) {
  const swipe = useRef<Swipe | undefined>(undefined);
  const [offset, setOffset] = useState(0);

  const end = (event: PointerEvent<HTMLElement>) => {
    const start = swipe.current;
    if (start?.pointerId !== event.pointerId) return;
    swipe.current = undefined;
    const moved = Math.abs(event.clientX - start.x);
    setOffset(0);
    if (event.type === 'pointerup' && (moved < CLICK_TOLERANCE || moved > start.width * THRESHOLD))
      onDismiss();
  };

  const style: CSSProperties = offset
    ? { transform: `translateX(${offset}px)`, opacity: 1 - Math.min(0.8, Math.abs(offset) / 400) }
    : { transition: 'transform 120ms, opacity 120ms' };

  return {
    style,
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || (event.target as Element).closest('button, a')) return;
      const { width } = event.currentTarget.getBoundingClientRect();
      swipe.current = { pointerId: event.pointerId, x: event.clientX, width };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (swipe.current?.pointerId === event.pointerId) setOffset(event.clientX - swipe.current.x);
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}

/** Milliseconds (specification, section 9). */
const DURATION = 5000;

const icons = {
  success: { Icon: CircleCheck, color: 'settled.fg' },
  info: { Icon: Info, color: 'accent.fg' },
  error: { Icon: CircleAlert, color: 'refused.fg' },
} as const;

function ToastCard({ toast, paused }: { readonly toast: Toast; readonly paused: boolean }) {
  const remaining = useRef(DURATION);
  const swipe = useSwipeAway(() => dismiss(toast.id));
  const { Icon, color } = icons[toast.kind];

  useEffect(() => {
    if (paused) return;
    const since = performance.now();
    const timer = setTimeout(() => dismiss(toast.id), remaining.current);
    return () => {
      clearTimeout(timer);
      remaining.current = Math.max(0, remaining.current - (performance.now() - since));
    };
  }, [paused, toast.id]);

  return (
    <chakra.div
      {...swipe}
      display="flex"
      alignItems="center"
      gap="3"
      mt="2"
      ps="4"
      pe="1"
      py="1"
      minH="14"
      bg="bg.surface"
      color="fg.default"
      borderWidth="1px"
      borderRadius="md"
      boxShadow="raised"
      cursor="pointer"
      touchAction="pan-y"
      userSelect="none"
      pointerEvents="auto"
      animation="rise-in"
      animationDuration="moderate"
    >
      <chakra.span color={color} flexShrink="0">
        <Icon
          size={20}
          role="img"
          aria-label={toast.kind === 'error' ? messages.errorIcon : undefined}
          aria-hidden={toast.kind !== 'error'}
        />
      </chakra.span>
      <chakra.p flex="1" minW="0" py="2.5" {...typedText(toast.message)} overflowWrap="anywhere">
        {toast.message}
      </chakra.p>
      <IconButton
        variant="ghost"
        colorPalette="neutral"
        aria-label={messages.closeNotification}
        onClick={() => dismiss(toast.id)}
      >
        <X size={18} />
      </IconButton>
    </chakra.div>
  );
}

/**
 * Pauses while a toast is hovered or focused, or the window is inactive; Alt+T, Escape (specification, section 9).
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

/** Toasts would cover the fields of a dialog. */
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
