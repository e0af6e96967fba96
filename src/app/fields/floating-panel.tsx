import { Box } from '@chakra-ui/react';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';

const MIN_SPACE = 400;
const WIDTH = 340;

/** Tells whether a panel that ends where its anchor ends would reach over the other edge of the screen. */
function leavesScreen(anchor: HTMLElement | null): boolean {
  if (!anchor) return false;
  const { left, right } = anchor.getBoundingClientRect();
  const isRtl = getComputedStyle(anchor).direction === 'rtl';
  return isRtl ? left + WIDTH > window.innerWidth : right < WIDTH;
}

interface FloatingPanelProps {
  readonly label: string;
  /** The element that opened the panel; a press on it does not close the panel. */
  readonly anchor: RefObject<HTMLElement | null>;
  /** `byKey` tells whether the focus should return to the anchor. */
  readonly onClose: (byKey: boolean) => void;
  readonly children: ReactNode;
}

/**
 * Renders a panel below its field, or above it without space below. Escape or a press outside closes it.
 */
export function FloatingPanel({ label, anchor, onClose, children }: FloatingPanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  const [above] = useState(() => {
    const rect = anchor.current?.getBoundingClientRect();
    return rect !== undefined && window.innerHeight - rect.bottom < MIN_SPACE && rect.top > MIN_SPACE;
  });
  const [atStart] = useState(() => leavesScreen(anchor.current));

  useEffect(() => {
    const closeOnOutsidePress = (event: PointerEvent) => {
      if (!(event.target instanceof Node)) return;
      if (panel.current?.contains(event.target) || anchor.current?.contains(event.target)) return;
      onClose(false);
    };
    document.addEventListener('pointerdown', closeOnOutsidePress);
    return () => document.removeEventListener('pointerdown', closeOnOutsidePress);
  }, [anchor, onClose]);

  return (
    <Box
      ref={panel}
      role="dialog"
      aria-label={label}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose(true);
      }}
      position="absolute"
      {...(atStart ? { insetInlineStart: '0' } : { insetInlineEnd: '0' })}
      {...(above ? { bottom: 'calc(100% + 4px)' } : { top: 'calc(100% + 4px)' })}
      zIndex="popover"
      minWidth={`min(${WIDTH}px, calc(100vw - 32px))`}
      minHeight="200px"
      background="bg.surface"
      color="fg.default"
      borderWidth="1px"
      borderColor="border.default"
      borderRadius="md"
      boxShadow="raised"
    >
      {children}
    </Box>
  );
}
