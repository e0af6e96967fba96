import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import './paper.css';

/** A5 for receipts, A4 for accounts and reports, across for wide lists, a roll of 80 mm as long as its content. */
export type PageSize = 'a4' | 'a4-wide' | 'a5' | 'roll';

const PIXELS_PER_MM = 96 / 25.4;
/** Above and below, in millimetres; the paper is torn at its end. */
const ROLL_MARGIN = 14;
/** Lines are a little higher on paper than on the screen. */
const STRETCH = 1.04;
const SHORTEST_ROLL = 80;

/** @param height of the content of a roll, in CSS pixels */
function pageRule(size: PageSize, height: number): string {
  if (size === 'a4') return '@page { size: 210mm 297mm; margin: 12mm; }';
  if (size === 'a4-wide') return '@page { size: 297mm 210mm; margin: 10mm; }';
  if (size === 'a5') return '@page { size: 148mm 210mm; margin: 10mm; }';
  const length = Math.max(SHORTEST_ROLL, Math.ceil((height * STRETCH) / PIXELS_PER_MM) + ROLL_MARGIN);
  return `@page { size: 80mm ${length}mm; margin: 0; }`;
}

/** Until the returned function is called. A sheet of its own breaks no security policy. */
function setPageSize(rule: string): () => void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rule);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
  };
}

interface PrintRootProps {
  readonly size: PageSize;
  readonly children: ReactNode;
}

/** The browser prints it in place of the screen while it is mounted. No window opens that a tablet cannot leave. */
export function PrintRoot({ size, children }: PrintRootProps) {
  const root = useRef<HTMLDivElement>(null);
  // The length of a roll follows its content, also when that changes: another copy, a picture that has loaded.
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
