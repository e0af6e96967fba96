import type { Page } from '@playwright/test';
import { z } from 'zod';
import type { Field } from '#contract/fields.ts';
import { paths } from '#contract/http.ts';
import { pageOf } from '#contract/paging.ts';
import { resourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Api } from './api.ts';

const isTyped = ({ kind, isNumber }: Field) => (kind === 'text' || kind === 'long-text') && !isNumber;

/** Returns the texts with digits that people typed: into the records of a branch, its months and its own name and address. Longest first. */
export async function typedTexts(api: Api): Promise<string[]> {
  const found = new Set<string>();
  const add = (text: unknown) => {
    if (typeof text === 'string' && /\p{N}/u.test(text)) found.add(text);
  };
  const { results: months } = pageOf(z.object({ name: z.string() })).parse(
    await api.get(`${paths.months}?page=1`),
  );
  const branch = z.object({ name: z.string(), address: z.string() }).parse(await api.get(paths.branch));
  for (const text of [...months.map(({ name }) => name), branch.name, branch.address]) add(text);
  for (const resource of resourceNames.map(resourceOf)) {
    const typed = Object.keys(resource.fields).filter((name) => {
      const field = resource.fields[name];
      return field !== undefined && isTyped(field);
    });
    for (const record of await api.all(resource.path)) for (const name of typed) add(record[name]);
  }
  return [...found].toSorted((one, other) => other.length - one.length);
}

/**
 * Returns the texts, names and number inputs of the page that have a digit of this set, besides words with Latin letters.
 * @param typed texts that people typed, which stay as they are
 */
export const textsWith = (page: Page, digit: string, typed: readonly string[] = []) =>
  page.evaluate(
    ([pattern, kept]) => {
      const isWrong = (text: string) => {
        const appText = kept.reduce((rest, one) => rest.replaceAll(one, ''), text);
        return new RegExp(pattern).test(appText.replace(/[\w@.:/+#-]*[A-Za-z][\w@.:/+#-]*/g, ''));
      };
      const found: string[] = [];
      const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walk.nextNode(); node; node = walk.nextNode()) {
        const within = node.parentElement?.closest('[translate=no], script, style, noscript, textarea');
        if (!within && isWrong(node.nodeValue ?? '')) found.push(node.nodeValue ?? '');
      }
      for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
        for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
          const text = element.getAttribute(name) ?? '';
          if (isWrong(text)) found.push(`${name}: ${text}`);
        }
      for (const input of document.querySelectorAll('input'))
        if ('digits' in input.dataset && isWrong(input.value)) found.push(`input: ${input.value}`);
      if (isWrong(document.title)) found.push(`document: ${document.title}`);
      return found;
    },
    [digit, typed] as const,
  );
