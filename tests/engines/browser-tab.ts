import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';

/** An element of the page that the driver knows. */
export type Element = unknown;

/** What both drivers can do. Scripts are bodies of functions; arguments and results are JSON. */
export interface Driver {
  readonly open: (address: string) => Promise<void>;
  readonly reload: () => Promise<void>;
  readonly evaluate: (body: string, argument: unknown) => Promise<unknown>;
  /** Returns undefined if the script returns no element. */
  readonly element: (body: string, argument: unknown) => Promise<Element | undefined>;
  /** Moves the pointer and presses, as a person does: what covers the element takes the press. */
  readonly click: (element: Element) => Promise<void>;
  readonly type: (element: Element, text: string) => Promise<void>;
  readonly select: (select: Element, option: string) => Promise<void>;
  readonly chooseFile: (input: Element, path: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

export type Text = string | RegExp;

/** An element by its accessible role and name, by its label, or by its text. */
export type Query = (
  | { readonly role: string; readonly name?: Text; readonly current?: 'page' }
  | { readonly label: Text }
  | { readonly text: Text }
) & {
  /** The nearest element around it must be found by this query. */
  readonly within?: Query;
  readonly has?: readonly Text[];
};

const librarySource = readFileSync(
  createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
  'utf8',
);

const MISSING_LIBRARY = 'missing library';

/** Runs in the page. */
const FIND = `
  const library = window.TestingLibraryDom;
  if (!library) return ${JSON.stringify(MISSING_LIBRARY)};
  const matcher = (text) => (text && text.source !== undefined ? new RegExp(text.source, text.flags) : text);
  const holds = (element, text) => {
    const content = element.textContent.replace(/[\\u2066-\\u2069]/g, '').replace(/\\s+/g, ' ');
    const wanted = matcher(text);
    return typeof wanted === 'string' ? content.includes(wanted) : wanted.test(content);
  };
  const find = (query) => {
    const around = query.within ? find(query.within) : [document.body];
    const all = around.flatMap((container) => {
      if (query.role) return library.queryAllByRole(container, query.role, { name: matcher(query.name), current: query.current });
      if (query.label !== undefined) return library.queryAllByLabelText(container, matcher(query.label));
      return library.queryAllByText(container, matcher(query.text));
    });
    return query.has === undefined ? all : all.filter((element) => query.has.every((text) => holds(element, text)));
  };
`;

const sent = (query: Query): unknown =>
  JSON.parse(
    JSON.stringify(query, (_, value: unknown) =>
      value instanceof RegExp ? { source: value.source, flags: value.flags } : value,
    ),
  );

const described = (query: Query): string => JSON.stringify(sent(query));

/** Milliseconds. Detects hangs only: a loaded machine is slow, not wrong. */
const WAIT = 60_000;

/** A tab of any engine. Its actions wait until the element is there. */
export class BrowserTab {
  readonly driver: Driver;

  constructor(driver: Driver) {
    this.driver = driver;
  }

  async #ask(body: string, argument: unknown, ask: Driver['evaluate']): Promise<unknown> {
    const answer = await ask(`${FIND}${body}`, argument);
    if (answer !== MISSING_LIBRARY) return answer;
    await this.driver.evaluate(`(function () {${librarySource}}).call(window);`, null);
    return ask(`${FIND}${body}`, argument);
  }

  /** Waits until a value passes. @throws {Error} with the last value */
  async until<Value>(
    read: () => Promise<Value>,
    passes: (value: Value) => boolean,
    label: string,
  ): Promise<Value> {
    const deadline = Date.now() + WAIT;
    for (;;) {
      const value = await read().catch((error: unknown) => error);
      if (!(value instanceof Error) && passes(value as Value)) return value as Value;
      if (Date.now() > deadline)
        throw new Error(
          `${label}: ${value instanceof Error ? value.message : JSON.stringify(value)}\n${await this.text()}`,
        );
      await sleep(20);
    }
  }

  /** Waits for an element that is not disabled. @throws {Error} with the text of the page, if none appears */
  find(query: Query): Promise<Element> {
    const read = async () =>
      this.#ask(
        "return find(argument).find((one) => !one.matches(':disabled'));",
        sent(query),
        this.driver.element,
      );
    return this.until(read, (element) => element !== undefined, `Not found: ${described(query)}`);
  }

  async count(query: Query): Promise<number> {
    return Number(await this.#ask('return find(argument).length;', sent(query), this.driver.evaluate));
  }

  async sees(query: Query, count?: number): Promise<void> {
    const passes = (found: number) => (count === undefined ? found > 0 : found === count);
    await this.until(
      () => this.count(query),
      passes,
      `Expected ${count ?? 'some'} of ${described(query)}, found`,
    );
  }

  async seesNo(query: Query): Promise<void> {
    await this.sees(query, 0);
  }

  async value(query: Query): Promise<string> {
    return String(await this.#ask('return find(argument)[0]?.value;', sent(query), this.driver.evaluate));
  }

  async click(query: Query): Promise<void> {
    // A moving or covered element takes no press yet.
    const press = async () => this.driver.click(await this.find(query)).then(() => true);
    await this.find(query);
    await this.until(press, Boolean, `Not pressed: ${described(query)}`);
  }

  async type(query: Query, text: string): Promise<void> {
    await this.driver.type(await this.find(query), text);
  }

  async select(query: Query, option: string): Promise<void> {
    await this.driver.select(await this.find(query), option);
  }

  /** Returns the visible text of the page, for an error. */
  async text(): Promise<string> {
    return String(
      await this.driver
        .evaluate('return location.pathname + "\\n" + document.body.innerText;', null)
        .catch(String),
    );
  }
}
