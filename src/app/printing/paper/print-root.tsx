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
  // The length of a roll follows what is on it, whenever that changes: another copy, a picture that has loaded.
  useLayoutEffect(() => {
    const paper = root.current?.firstElementChild;
    if (!paper) return;
    let undo = () => {};
    const measure = () => {
      undo();
      undo = setPageSize(pageRule(size, paper.getBoundingClientRect().height));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(paper);
    return () => {
      observer.disconnect();
      undo();
    };
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
