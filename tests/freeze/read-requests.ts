import { z } from 'zod';

const parameter = z.looseObject({ name: z.string(), in: z.string() });
const documented = z.object({
  paths: z.record(
    z.string(),
    z.record(z.string(), z.looseObject({ parameters: z.array(parameter).optional() })),
  ),
});
const row = z.record(z.string(), z.unknown());
const listed = z.object({ count: z.number(), results: z.array(row) });
type Row = z.output<typeof row>;

/** Calls whose answers depend on the moment or never end. */
const LEFT_OUT = /^\/(health|openapi|branch\/(events|changes)|metrics|auth\/sessions)/;
const searched = ['ahmed', 'منى', '010', '12', 'a', '%'];
const fixed: Readonly<Record<string, readonly string[]>> = {
  search: searched,
  q: searched,
  created_after: ['2026-10-15', 'wrong'],
  created_before: ['2026-10-15'],
  totals: ['true'],
  owing: ['true'],
  is_installment: ['true', 'false'],
  recorded_by: ['1'],
  user: ['1'],
  format: ['csv', 'xlsx'],
  lang: ['ar'],
  page: ['1', '2', '3', '99999', 'abc'],
  no_pagination: ['true'],
};

/** Returns the values of a query parameter: fixed ones, columns for an order, or the id that the first row refers to. */
function valuesOf(name: string, first: Row | undefined): readonly string[] {
  if (name === 'ordering')
    return ['created_at', ...Object.keys(first ?? {})].flatMap((column) => [column, `-${column}`]);
  const value = first?.[name];
  const id = row.safeParse(value).data?.id ?? value;
  return fixed[name] ?? (typeof id === 'string' ? [id, '0', 'wrong'] : ['1', 'true']);
}

/**
 * Returns the paths of all GET requests that the OpenAPI document of a server describes, with each query parameter, and with the ids of
 * the first and last record of each list.
 */
export async function readRequests(origin: string, token: string): Promise<string[]> {
  const get = async (path: string): Promise<unknown> =>
    (await fetch(`${origin}/api${path}`, { headers: { authorization: `Bearer ${token}` } })).json();
  const { paths } = documented.parse(await get('/openapi.json'));
  const described = Object.entries(paths)
    .map(([path, calls]) => ({ path: path.replace(/^\/api/, ''), call: calls.get }))
    .filter(({ path, call }) => call !== undefined && !LEFT_OUT.test(path));
  const found = new Map<string, readonly Row[]>();
  for (const { path } of described.filter((one) => !one.path.includes('{'))) {
    const page = listed.safeParse(await get(`${path}?page=1`)).data;
    const last = page && listed.safeParse(await get(`${path}?page=${Math.ceil(page.count / 10)}`)).data;
    if (page) found.set(path, [...page.results.slice(0, 2), ...(last?.results.slice(-1) ?? [])]);
  }
  return described.flatMap(({ path, call }) => {
    const list = path.split('{', 1)[0] ?? path;
    const rows = found.get(list.replace('/exports', '')) ?? [];
    if (path.includes('{'))
      return [...rows.map(({ id }) => String(id)), '0', 'x'].map((id) => path.replace(/\{\w+\}/, id));
    const names = (call?.parameters ?? []).filter((one) => one.in === 'query').map(({ name }) => name);
    return [
      path,
      ...names.flatMap((name) =>
        valuesOf(name, rows[0]).map((value) => `${path}?${name}=${encodeURIComponent(value)}`),
      ),
    ];
  });
}
