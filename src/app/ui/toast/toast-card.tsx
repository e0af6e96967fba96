import { chakra, IconButton } from '@chakra-ui/react';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import Info from 'lucide-react/icons/info';
import X from 'lucide-react/icons/x';
import { type CSSProperties, type PointerEvent, useEffect, useRef, useState } from 'react';
import { messages } from '#app/ui/texts.en.ts';
import { typedText } from '#app/ui/typed-text.tsx';
import { dismiss, type Toast } from './notify.ts';

/** A share of the card's width (specification, section 9). */
const THRESHOLD = 0.8;
/** Pixels. */
const CLICK_TOLERANCE = 6;

interface Swipe {
  readonly pointerId: number;
  readonly x: number;
  readonly width: number;
}

/** A shorter swipe slides back. */
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

export function ToastCard({ toast, paused }: { readonly toast: Toast; readonly paused: boolean }) {
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
