import type { Page } from '@playwright/test';

/** Lists what stays in Latin letters on an Arabic page: names of the product and of formats, codes, addresses, units. */
const NAMES =
  /\u2066[^\u2069]*\u2069|Hello, .*? Thank you\.|Branch Desk|WhatsApp|\b(?:CSV|XLSX|Excel|Numbers|A5|MB|KB|mm|UTF-8|English|Chrome|Linux|HeadlessChrome|Android|Windows|lightMyRequest)\b|\b[0-9a-f]{4}\b|\bS-\d+\b|\b[0-9A-Z]{3,4}-\d+\b|[\w.+-]+@[\w.-]+|https?:\S+|\/[\w-]+(?:\/[\w-]+)+/gs;

/** Returns the texts of a page that have Latin words, beside names of the product and these of records. */
export async function latinTexts(page: Page, recorded: readonly string[]): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const found = new Set<string>([document.title]);
    const attributes = [
      'aria-label',
      'aria-description',
      'aria-roledescription',
      'aria-valuetext',
      'title',
      'alt',
      'placeholder',
    ];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node instanceof Element ? node : node.parentElement;
      if (!element || element.closest('script, style, noscript, [lang="en"]')) continue;
      if (node instanceof Element) for (const name of attributes) found.add(node.getAttribute(name) ?? '');
      else found.add(node.textContent ?? '');
    }
    return [...found];
  });
  const longestFirst = [...recorded].sort((one, other) => other.length - one.length);
  return texts.filter((text) => {
    if (!/[A-Za-z]{2}/.test(text)) return false;
    const rest = longestFirst.reduce((left, name) => left.replaceAll(name, ''), text);
    return /[A-Za-z]{2}/.test(rest.replace(NAMES, ''));
  });
}

const RECORDED =
  /^(?:name|title|stage|reason|notes|description|job_title|email|first_name|last_name|receipt_number|code|address|phone|grade|initials|device|reminder_text|taken_by|created_by)$/;

/** Returns what people have typed into these answers of the server, with each word of a name. */
export function typedTexts(answers: unknown): string[] {
  const found = new Set<string>();
  const visit = (value: unknown, key: string): void => {
    if (typeof value === 'string') {
      if (RECORDED.test(key) && value.length > 1) found.add(value);
    } else if (Array.isArray(value)) for (const one of value) visit(one, key);
    else if (value !== null && typeof value === 'object')
      for (const [name, one] of Object.entries(value)) visit(one, name);
  };
  visit(answers, '');
  return [...found];
}
