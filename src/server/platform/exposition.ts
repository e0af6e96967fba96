type Labels = Readonly<Record<string, string>>;

interface Sample {
  readonly suffix: string;
  readonly labels: Labels;
  readonly value: number;
}

export interface MetricFamily {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly samples: readonly Sample[];
}

export const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

const escapeHelp = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
const escapeLabel = (text: string) => escapeHelp(text).replaceAll('"', '\\"');

function formatValue(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  return Number.isFinite(value) ? String(value) : value > 0 ? '+Inf' : '-Inf';
}

function formatSample(name: string, { suffix, labels, value }: Sample): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escapeLabel(text)}"`);
  return `${name}${suffix}${pairs.length > 0 ? `{${pairs.join()}}` : ''} ${formatValue(value)}`;
}

/** Decision 59. Less code than a package with a global registry, and nothing is collected without a reader. */
export function writeExposition(families: readonly MetricFamily[]): string {
  return families
    .flatMap(({ name, help, type, samples }) => [
      `# HELP ${name} ${escapeHelp(help)}`,
      `# TYPE ${name} ${type}`,
      ...samples.map((sample) => formatSample(name, sample)),
    ])
    .map((line) => `${line}\n`)
    .join('');
}

export function gauge(
  name: string,
  help: string,
  value: number | undefined,
  labels: Labels = {},
): MetricFamily {
  return {
    name,
    help,
    type: 'gauge',
    samples: value === undefined ? [] : [{ suffix: '', labels, value }],
  };
}

export class Counter {
  readonly #counts = new Map<string, { readonly labels: Labels; value: number }>();
  readonly #name: string;
  readonly #help: string;

  /** @param known labels that are shown with 0 from the start: `increase()` misses the first of a series that appears */
  constructor(name: string, help: string, known: readonly Labels[] = []) {
    this.#name = name;
    this.#help = help;
    for (const labels of known) this.#counts.set(JSON.stringify(labels), { labels, value: 0 });
  }

  add(labels: Labels): void {
    const key = JSON.stringify(labels);
    const known = this.#counts.get(key);
    if (known) known.value += 1;
    else this.#counts.set(key, { labels, value: 1 });
  }

  family(): MetricFamily {
    const samples = [...this.#counts.values()].map((one) => ({ suffix: '', ...one }));
    return { name: this.#name, help: this.#help, type: 'counter', samples };
  }
}

/** Upper bounds in seconds. */
export const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** As Prometheus expects them: cumulative, with `+Inf`, sum and count. */
export class Histogram {
  readonly #series = new Map<string, { readonly labels: Labels; readonly counts: number[]; sum: number }>();
  readonly #name: string;
  readonly #help: string;
  readonly #bounds: readonly number[];

  constructor(name: string, help: string, bounds: readonly number[]) {
    this.#name = name;
    this.#help = help;
    this.#bounds = bounds;
  }

  observe(labels: Labels, value: number): void {
    const key = JSON.stringify(labels);
    const series = this.#series.get(key) ?? { labels, counts: [...this.#bounds, 0].map(() => 0), sum: 0 };
    this.#series.set(key, series);
    const bucket = this.#bounds.findIndex((bound) => value <= bound);
    const index = bucket < 0 ? this.#bounds.length : bucket;
    series.counts[index] = (series.counts[index] ?? 0) + 1;
    series.sum += value;
  }

  family(): MetricFamily {
    const samples = [...this.#series.values()].flatMap(({ labels, counts, sum }) => {
      let total = 0;
      const buckets = [...this.#bounds, Number.POSITIVE_INFINITY].map((bound, index) => {
        total += counts[index] ?? 0;
        return { suffix: '_bucket', labels: { ...labels, le: formatValue(bound) }, value: total };
      });
      return [...buckets, { suffix: '_sum', labels, value: sum }, { suffix: '_count', labels, value: total }];
    });
    return { name: this.#name, help: this.#help, type: 'histogram', samples };
  }
}

export function labelled(
  name: string,
  help: string,
  label: string,
  values: Readonly<Record<string, number>>,
): MetricFamily {
  const samples = Object.entries(values).map(([text, value]) => ({
    suffix: '',
    labels: { [label]: text },
    value,
  }));
  return { name, help, type: 'gauge', samples };
}
