import { Flex, type FlexProps } from '@chakra-ui/react';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { setBottomRoom } from './save-bar-room.ts';

/** Pixels below a bar that toasts and the update offer fit into. */
const NOTICE_ROOM = 176;

const bars = new Set<Element>();

/** Pixels from the bottom of the window at which notices cover no button of the bar. */
function roomOf(bar: Element): number {
  const { top, bottom } = bar.getBoundingClientRect();
  const height = window.innerHeight;
  return height - bottom < NOTICE_ROOM ? Math.max(height - top, 0) : 0;
}

function publish(): void {
  setBottomRoom('--save-bar', Math.max(0, ...[...bars].map(roomOf)));
}

/** Measured, because the bar of a short form ends above the bottom, and grows with its messages. */
function useSaveBarRoom(bar: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = bar.current;
    if (!element) return;
    bars.add(element);
    const observer = new ResizeObserver(publish);
    observer.observe(element);
    observer.observe(document.body);
    // Captured: a form in a dialog scrolls within it.
    const options = { capture: true, passive: true };
    window.addEventListener('scroll', publish, options);
    window.addEventListener('resize', publish);
    return () => {
      bars.delete(element);
      observer.disconnect();
      window.removeEventListener('scroll', publish, options);
      window.removeEventListener('resize', publish);
      publish();
    };
  }, [bar]);
}

/** Pixels that the keyboard covers of the window, which iPads and Android tablets leave as high as before. */
function keyboardHeight({ height, offsetTop, scale }: VisualViewport): number {
  // A page that is zoomed in shows a part of the window too.
  return scale > 1 ? 0 : Math.max(0, Math.round(window.innerHeight - height - offsetTop));
}

function useAboveKeyboard(bar: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const place = () => bar.current?.style.setProperty('bottom', `${keyboardHeight(viewport)}px`);
    place();
    viewport.addEventListener('resize', place);
    viewport.addEventListener('scroll', place);
    return () => {
      viewport.removeEventListener('resize', place);
      viewport.removeEventListener('scroll', place);
    };
  }, [bar]);
}

export function SaveBar(props: FlexProps) {
  const bar = useRef<HTMLDivElement>(null);
  useSaveBarRoom(bar);
  useAboveKeyboard(bar);
  return (
    <Flex
      ref={bar}
      data-save-bar
      position="sticky"
      bottom="0"
      zIndex="1"
      paddingBlock="3"
      paddingBlockEnd="calc(0.75rem + env(safe-area-inset-bottom))"
      borderTopWidth="1px"
      {...props}
    />
  );
}
