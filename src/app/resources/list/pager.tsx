import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useLayoutEffect, useRef } from 'react';
import pagerStyles from '#app/theme/pager.module.css';
import { inDigits } from '#contract/digits.ts';
import { messages } from './texts.en.ts';

type PagerItem = number | 'gap-before' | 'gap-after';

/** Page 1, the last page and two pages either side of the current one (specification, section 2). */
export function pagerPages(current: number, pages: number): PagerItem[] {
  const first = Math.max(1, current - 2);
  const last = Math.min(pages, current + 2);
  const items: PagerItem[] = [];
  if (first > 1) items.push(1);
  if (first > 2) items.push('gap-before');
  for (let page = first; page <= last; page += 1) items.push(page);
  if (last < pages - 1) items.push('gap-after');
  if (last < pages) items.push(pages);
  return items;
}

interface PagerProps {
  readonly page: number;
  readonly pages: number;
  readonly onPage: (page: number) => void;
}

export function Pager({ page, pages, onPage }: PagerProps) {
  const nav = useRef<HTMLElement>(null);
  const pageTurned = useRef(false);
  const goTo = (next: number) => {
    pageTurned.current = true;
    onPage(next);
  };
  // Restores the focus: on the first and last page the pressed button is disabled.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per page
  useLayoutEffect(() => {
    const focusLost = document.activeElement?.matches('body, :disabled') ?? true;
    if (pageTurned.current && focusLost) nav.current?.querySelector<HTMLElement>('[aria-current]')?.focus();
    pageTurned.current = false;
  }, [page]);

  if (pages <= 1) return null;
  return (
    <nav className={pagerStyles.pager} ref={nav} aria-label={messages.pages}>
      <button type="button" disabled={page <= 1} onClick={() => goTo(page - 1)}>
        <ChevronLeft size={18} aria-hidden /> <span>{messages.previousPage}</span>
      </button>
      <ol>
        {pagerPages(page, pages).map((item) => (
          <li key={item}>
            {typeof item === 'number' ? (
              <button
                type="button"
                aria-label={messages.pageLabel({ page: item })}
                aria-current={item === page ? 'page' : undefined}
                onClick={() => goTo(item)}
              >
                {inDigits(item)}
              </button>
            ) : (
              <span aria-hidden>…</span>
            )}
          </li>
        ))}
      </ol>
      <button type="button" disabled={page >= pages} onClick={() => goTo(page + 1)}>
        <span>{messages.nextPage}</span> <ChevronRight size={18} aria-hidden />
      </button>
    </nav>
  );
}
