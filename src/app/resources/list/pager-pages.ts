/** A page to go to, or a gap between pages. */
export type PagerItem = number | 'gap-before' | 'gap-after';

/** Page 1, the last page, two pages either side of the current one, and gaps (specification, section 2). */
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
