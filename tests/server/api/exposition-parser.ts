/** A sample as a scraper reads it: name, labels, value. */
export interface ParsedSample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A metric with its samples. */
export interface ParsedFamily {
  readonly type: string;
  readonly samples: readonly ParsedSample[];
}

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const LABEL = /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"(,|\})/;
const VALUE = /^[+-]?(?:\d+(?:\.\d+)?(?:e[+-]?\d+)?|Inf)$|^NaN$/i;

const unescapeLabel = (text: string) =>
  text.replace(/\\([\\"n])/g, (_, one: string) => (one === 'n' ? '\n' : one));

function parseSample(line: string): ParsedSample {
  const name = new RegExp(`^${NAME}`).exec(line)?.[0];
  if (!name) throw new Error(`No name: ${line}`);
  let rest = line.slice(name.length);
  const labels: Record<string, string> = {};
  if (rest.startsWith('{')) {
    rest = rest.slice(1);
    for (let end = ''; end !== '}'; ) {
      const [whole, label, text, next] = LABEL.exec(rest) ?? [];
      if (whole === undefined || label === undefined || label in labels)
        throw new Error(`Bad label: ${line}`);
      labels[label] = unescapeLabel(text ?? '');
      end = next ?? '}';
      rest = rest.slice(whole.length);
    }
  }
  const value = rest.slice(1);
  if (rest[0] !== ' ' || !VALUE.test(value)) throw new Error(`Bad value: ${line}`);
  return { name, labels, value: Number(value.replace('Inf', 'Infinity')) };
}

/** Checks that buckets are cumulative, end with +Inf, and agree with the count. @throws {Error} */
function checkHistogram(name: string, samples: readonly ParsedSample[]): void {
  const series = new Map<string, ParsedSample[]>();
  for (const sample of samples) {
    const { le: _, ...labels } = sample.labels;
    const key = JSON.stringify(labels);
    series.set(key, [...(series.get(key) ?? []), sample]);
  }
  for (const own of series.values()) {
    const buckets = own.filter((one) => one.name === `${name}_bucket`);
    const bounds = buckets.map(({ labels: { le = '' } }) => Number(le.replace('Inf', 'Infinity')));
    const isAscending = bounds.every((bound, at) => at === 0 || bound > Number(bounds[at - 1]));
    const isCumulative = buckets.every(
      ({ value }, at) => at === 0 || value >= Number(buckets[at - 1]?.value),
    );
    const count = own.find((one) => one.name === `${name}_count`)?.value;
    const isWhole = bounds.at(-1) === Number.POSITIVE_INFINITY && buckets.at(-1)?.value === count;
    const hasSum = own.some((one) => one.name === `${name}_sum`);
    if (!isAscending || !isCumulative || !isWhole || !hasSum) throw new Error(`Bad histogram: ${name}`);
  }
}

/**
 * Parses Prometheus' text format 0.0.4, as strictly as its documentation says: HELP and TYPE once and before the samples, samples of one
 * metric together, names, labels, escapes and values, no sample twice, a line feed at the end.
 * @throws {Error} naming the line
 */
export function parseExposition(text: string): Map<string, ParsedFamily> {
  if (!text.endsWith('\n')) throw new Error('The last line has no line feed');
  const families = new Map<string, { type: string; samples: ParsedSample[] }>();
  const seen = new Set<string>();
  let current = '';
  for (const line of text.slice(0, -1).split('\n')) {
    const [, kind, name = '', rest = ''] = new RegExp(`^# (HELP|TYPE) (${NAME}) (.*)$`).exec(line) ?? [];
    if (kind === 'HELP') {
      if (families.has(name)) throw new Error(`Twice: ${line}`);
      families.set(name, { type: '', samples: [] });
      current = name;
    } else if (kind === 'TYPE') {
      const family = families.get(name);
      if (!family || name !== current || family.type !== '' || !/^(counter|gauge|histogram)$/.test(rest)) {
        throw new Error(`Bad type: ${line}`);
      }
      family.type = rest;
    } else {
      const sample = parseSample(line);
      const family = families.get(current);
      const suffix = sample.name.slice(current.length);
      const allowed = family?.type === 'histogram' ? ['_bucket', '_sum', '_count'] : [''];
      if (!family || !sample.name.startsWith(current) || !allowed.includes(suffix)) {
        throw new Error(`A sample of another metric: ${line}`);
      }
      const key = `${sample.name}${JSON.stringify(sample.labels)}`;
      if (seen.has(key)) throw new Error(`Twice: ${line}`);
      seen.add(key);
      family.samples.push(sample);
    }
  }
  for (const [name, { type, samples }] of families) {
    if (type === 'histogram') checkHistogram(name, samples);
    if (type === 'counter' && !name.endsWith('_total')) throw new Error(`A counter without _total: ${name}`);
  }
  return families;
}
