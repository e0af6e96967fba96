/** Identifies a page, or a gap between pages. */
export type PagerItem = number | 'gap-before' | 'gap-after';

/**
 * Returns the pages to show, with gaps. They are page 1, the last page and two either side of the current
 * one (specification, section 2).
 */
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
