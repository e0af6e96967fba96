import type { Page } from '@playwright/test';

/** Returns the texts, names and number inputs of the page that have a digit of this set, besides words with Latin letters. */
export const textsWith = (page: Page, digit: string) =>
  page.evaluate((pattern) => {
    const isWrong = (text: string) =>
      new RegExp(pattern).test(text.replace(/[\w@.:/+#-]*[A-Za-z][\w@.:/+#-]*/g, ''));
    const found: string[] = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const within = node.parentElement?.closest('[translate=no], script, style, noscript, textarea');
      if (!within && isWrong(node.nodeValue ?? '')) found.push(node.nodeValue ?? '');
    }
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
        const text = element.getAttribute(name) ?? '';
        // The date picker names its days itself.
        if (isWrong(text) && !element.closest('.react-datepicker')) found.push(`${name}: ${text}`);
      }
    for (const input of document.querySelectorAll('input'))
      if (/^(?:decimal|numeric|tel)$/.test(input.inputMode) || 'digits' in input.dataset)
        if (isWrong(input.value)) found.push(`input: ${input.value}`);
    if (isWrong(document.title)) found.push(`document: ${document.title}`);
    return found;
  }, digit);
