import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { summedColumns } from '#contract/list-filters.ts';
import { formatDecimal, parsePiastres, sum } from '#contract/money.ts';
import { pageOf } from '#contract/paging.ts';
import { resourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { bodyOf, courses, expenses, installment, students } from './bodies.ts';
import type { ApiClient } from './test-server.ts';
import { withServer } from './with-server.ts';

const summed = pageOf(z.record(z.string(), z.unknown()));

const server = withServer();
let client: ApiClient;
const months: string[] = [];
const ROWS_A_MONTH = 4;

/** Creates two months with rows of every resource, and installments of some enrolments. */
beforeAll(async () => {
  client = await server.newClient();
  const factory = branchFactory(2026);
  for (const name of ['October', 'November']) {
    if (months.length > 0) await client.create('/month/end-undo/', {});
    months.push((await client.create('/month/', { name })).id);
    for (const resource of resourceNames.map(resourceOf)) {
      for (let made = 0; made < ROWS_A_MONTH; made++) {
        const custom_date = made % 2 === 0 ? `2026-02-1${made}` : null;
        const body = { ...(await bodyOf[resource.name](client, factory)), custom_date };
        const { id, remaining_amount } = await client.create(resource.path, body);
        if (!resource.installment || made % 2 === 1) continue;
        const paid = formatDecimal(parsePiastres(String(remaining_amount)) / (made === 0 ? 1n : 3n));
        await client.create(resource.path, installment(id, paid, { custom_date }));
      }
    }
  }
});

describe.each(
  resourceNames.map(resourceOf).filter((one) => summedColumns(one).length > 0),
)('the totals of $name', (resource) => {
  it('are the sums over all matching rows, whatever is asked for', async () => {
    const queries = [
      '',
      'search=1',
      `month=${months[0]}`,
      'created_after=2026-02-12&created_before=2026-02-20',
    ];
    if (resource.installment)
      queries.push('owing=true', 'is_installment=true', `month=${months[1]}&owing=true`);
    let matched = 0;
    for (const query of queries) {
      const { body } = await client.get(`${resource.path}?${query}&totals=true&no_pagination=true`);
      const { results, totals } = summed.parse(body);
      const sums = summedColumns(resource).map((name) => [
        name,
        formatDecimal(sum(results.map((row) => parsePiastres(String(row[name] ?? '0'))))),
      ]);
      expect(totals, query).toEqual(Object.fromEntries(sums));
      if (results.length > 0) matched += 1;
    }
    expect(matched).toBeGreaterThan(1);
  });
});

it('list totals are exact beyond float precision and exclude other branches', async () => {
  const elsewhere = await server.newClient();
  const factory = branchFactory(3);
  for (let made = 0; made < 3; made++) {
    await elsewhere.create(expenses, factory.expense({ title: 'Rent', amount: '99999999.99' }));
  }
  await elsewhere.create(expenses, factory.expense({ title: 'Tea', amount: '0.01' }));
  const { body } = await elsewhere.get(`${expenses}?totals=true`);
  expect(body.totals).toEqual({ amount: '299999999.98' });
});

it('list totals are returned on every page of money lists on request, with their own ETag', async () => {
  const bare = await client.get(courses);
  const summed = await client.get(`${courses}?totals=true`);
  expect(bare.body).not.toHaveProperty('totals');
  expect(summed.body).toMatchObject(bare.body.results ? { results: bare.body.results } : {});
  expect(summed.headers.etag).not.toBe(bare.headers.etag);
  const next = await client.get(String(summed.body.next).slice('/api'.length));
  expect(next.body.totals).toEqual(summed.body.totals);
  expect((await client.get(`${students}?totals=true`)).body).not.toHaveProperty('totals');
  expect((await client.get(`${courses}?totals=perhaps`)).body).toEqual({ totals: ['Invalid input'] });
});
