import type { Page, Request } from '@playwright/test';
import { paths } from '#contract/http.ts';
import { resources } from '#contract/resources/registry.ts';
import { readAttributes } from './read-attributes.ts';

/** Finds what is isolated within a sentence: by definition a typed text or a foreign part. */
const ISOLATED = /[\u2066\u2068][^\u2069]*\u2069/g;
/** Finds what stays in Latin letters on an Arabic page: names of products and formats, codes, addresses. */
const FOREIGN =
  /Branch Desk|WhatsApp|\b(?:CSV|XLSX|Excel|A5|KB|MB|GB|mm|English)\b|\b[0-9a-f]{4}\b|\b[A-Z\d]{1,7}-\d+\b|[\w.+-]+@[\w.-]+|https?:\S+|\/[\w-]+(?:\/[\w-]+)+/g;

const LATIN_WORD = /[A-Za-z]{2}/;

/** Names the fields of records that hold what somebody typed. */
const typedFields = new Set(
  Object.values(resources).flatMap(({ fields, computed }) =>
    Object.entries({ ...fields, ...computed })
      .filter(([, { kind }]) => kind === 'text' || kind === 'long-text')
      .map(([name]) => name),
  ),
);
/** Finds the names of such values in other answers: names of people, devices, files and months, reasons, titles. */
const TYPED = /(?:^|_)(?:name|names|by|email|reason|notes?|title|address|device|agent|text|file)$/;

/** Knows the texts that people typed, as far as the page can have them. */
export interface TypedTexts {
  /** Adds the typed texts of an answer, of a stored entry, or of what a test types. */
  readonly add: (value: unknown) => void;
  /** Removes them from a text. */
  readonly without: (text: string) => string;
}

/** Returns the initials that stand for a person. */
const initialsOf = (names: readonly string[]) => names.map((name) => name.slice(0, 1)).join('');

/** Creates a collection without texts. */
export function createTypedTexts(): TypedTexts {
  const found = new Set<string>();
  let longestFirst: readonly string[] = [];

  function addText(text: string): void {
    // A template is shown with its placeholders filled, line by line.
    for (const part of [text, ...text.split(/\{\w+\}|\n/)])
      if (LATIN_WORD.test(part) && part.trim().length > 1) found.add(part.trim());
  }

  function visit(value: unknown, key: string): void {
    if (typeof value === 'string') {
      if (typedFields.has(key) || TYPED.test(key)) addText(value);
    } else if (Array.isArray(value)) {
      for (const one of value) visit(one, key);
    } else if (typeof value === 'object' && value !== null) {
      const { first_name, last_name } = value as Readonly<Record<string, unknown>>;
      if (typeof first_name === 'string' && typeof last_name === 'string')
        addText(initialsOf([first_name, last_name]));
      for (const [name, one] of Object.entries(value)) visit(one, name);
    }
  }

  return {
    add: (value) => {
      const before = found.size;
      if (typeof value === 'string') addText(value);
      else visit(value, '');
      if (found.size > before) longestFirst = [...found].sort((one, other) => other.length - one.length);
    },
    without: (text) =>
      found.has(text.trim()) ? '' : longestFirst.reduce((rest, typed) => rest.replaceAll(typed, ''), text),
  };
}

/**
 * Adds what each answer to the page holds. A stream is left out, because it does not end.
 * @returns tells whether requests are unanswered or answers not added yet
 */
export function readAnswers(page: Page, typed: TypedTexts): () => boolean {
  const underWay = new Set<Request>();
  const read = async (request: Request) => {
    const answer = await request.response();
    const isData = answer?.status() === 200 && answer.headers()['content-type']?.includes('json');
    if (isData) typed.add(await answer.json());
  };
  let loading: Request | undefined;
  page.on('request', (one) => {
    if (one.isNavigationRequest() && one.frame() === page.mainFrame()) loading = one;
    if (!one.url().includes(paths.events)) underWay.add(one);
  });
  page.on('framenavigated', (frame) => {
    if (!loading || frame !== page.mainFrame()) return;
    // Chromium reports no end of a read that the page before had begun, where a route of the service worker had sent it.
    for (const one of underWay) if (one !== loading) underWay.delete(one);
    loading = undefined;
  });
  page.on('requestfailed', (one) => underWay.delete(one));
  page.on('requestfinished', (one) => {
    // The page may have left meanwhile, and nobody waits for the answer.
    const end = () => underWay.delete(one);
    read(one).then(end, end);
  });
  return () => underWay.size > 0;
}

/** Returns the texts, and names for a screen reader, that have Latin words beside typed texts and foreign parts. */
export async function latinTexts(page: Page, typed: TypedTexts): Promise<string[]> {
  const texts = await page.evaluate((attributes) => {
    const found = new Set<string>([document.title]);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node instanceof Element ? node : node.parentElement;
      // A paper says everything in both languages.
      if (!element || element.closest('script, style, noscript, .paper [lang="en"]')) continue;
      if (node instanceof Element) for (const name of attributes) found.add(node.getAttribute(name) ?? '');
      else found.add(node.textContent ?? '');
    }
    return [...found].filter((text) => /[A-Za-z]{2}/.test(text));
  }, readAttributes);
  return texts.filter((text) =>
    LATIN_WORD.test(typed.without(text.replace(ISOLATED, ' ')).replace(FOREIGN, ' ')),
  );
}
