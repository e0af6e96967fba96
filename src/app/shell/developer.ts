import { messages } from '#app/lib/texts.en.ts';

/** The developer named at the bottom of the side menu. */
export interface Developer {
  readonly name: string;
  readonly url: string;
}

const DEFAULT_URL = 'https://example.org/';

/**
 * Reads the developer from the build's environment (decision 28). A missing value, or a URL that is not
 * http(s) (a `javascript:` link would run in our origin), falls back to a neutral one.
 */
export function developerFrom(name: unknown, url: unknown): Developer {
  const named = typeof name === 'string' && name.trim() ? name.trim() : messages.productName;
  const linked =
    typeof url === 'string' && /^https?:\/\//i.test(url) && URL.canParse(url) ? url : DEFAULT_URL;
  return { name: named, url: linked };
}
