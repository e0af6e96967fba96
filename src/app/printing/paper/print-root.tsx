import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { type PageSize, pageRule, setPageSize } from './page-size.ts';
import './paper.css';

interface PrintRootProps {
  readonly size: PageSize;
  readonly children: ReactNode;
}

/**
 * Makes a paper what the browser prints, in place of the screen, for as long as it is mounted. No window opens that a tablet cannot
 * leave.
 */
export function PrintRoot({ size, children }: PrintRootProps) {
  const root = useRef<HTMLDivElement>(null);
  // Every render may change the length of a roll.
  useLayoutEffect(() => {
    const height = root.current?.getBoundingClientRect().height ?? 0;
    return setPageSize(pageRule(size, height));
  });
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset.printing = '';
    return () => {
      delete dataset.printing;
    };
  }, []);
  return createPortal(
    <div ref={root} className="print-root" aria-hidden>
      {children}
    </div>,
    document.body,
  );
}
