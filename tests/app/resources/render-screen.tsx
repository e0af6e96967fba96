import { act, screen } from '@testing-library/react';
import { createMemoryRouter, Outlet, type RouteObject, RouterProvider } from 'react-router-dom';
import { vi } from 'vitest';
import { reportReachable, reportUnreachable } from '#app/api/connection.ts';
import { storeTokens } from '#app/api/session.ts';
import { CloseDayPage } from '#app/features/closes/close-pages.tsx';
import { DashboardPage } from '#app/features/dashboard/dashboard-page.tsx';
import { CreateInstallmentPage } from '#app/features/forms/create-installment-page.tsx';
import { MonthPage } from '#app/features/months/month-page.tsx';
import { WorkHistoryPage } from '#app/features/months/work-history-page.tsx';
import { LeavePage } from '#app/features/refunds/leave-page.tsx';
import { RenewalsPage } from '#app/features/renewals/renewals-page.tsx';
import { PaySalariesPage } from '#app/features/salaries/pay-salaries-page.tsx';
import { TakePaymentPage } from '#app/features/take-payment/take-payment-page.tsx';
import { customForms } from '#app/form-registry.ts';
import {
  CLOSE_DAY_PATH,
  LEAVE_PATH,
  PAY_SALARIES_SCREEN,
  RENEWALS_SCREEN,
  TAKE_PAYMENT_PATH,
} from '#app/lib/paths.ts';
import { ResourceFormPage } from '#app/resources/resource-form-page.tsx';
import { ResourceListPage } from '#app/resources/resource-list-page.tsx';
import { SessionProvider } from '#app/shell/session-provider.tsx';
import { currentToasts, dismiss } from '#app/ui/toast/notify.ts';
import type { SignedIn } from '#contract/account.ts';
import { PAGE_SIZE } from '#contract/paging.ts';
import { permissionsOf, type Role } from '#contract/permissions.ts';
import { resourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { startText } from '../calls/sample-answers.ts';
import { renderStyled } from '../render.tsx';
import { noSums } from './samples.ts';

type Json = Record<string, unknown>;

interface FakeResponse {
  readonly status?: number;
  readonly body: unknown;
}

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Json;
  readonly key: string | null;
  readonly ifMatch: string | null;
}

type Answer = FakeResponse | ((request: ReceivedRequest) => FakeResponse | Promise<FakeResponse>);

const pageOf = (rows: readonly Json[], page = 1) => ({
  count: rows.length,
  next: null,
  previous: null,
  results: rows.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
});

let users = 0;

function newSession(): SignedIn {
  users += 1;
  const claims = btoa(JSON.stringify({ sub: `person-${users}`, branch: 'b1' }));
  return { access: `e30.${claims}.sig`, refresh: 'refresh' };
}

/** Simulates a server behind `fetch` with the answers of a test. Each has a user of its own, unless it goes on with a session. */
export class ScriptedServer {
  readonly seen: ReceivedRequest[] = [];
  offline = false;
  readonly #answers = new Map<string, Answer>();

  constructor(session = newSession()) {
    storeTokens(session);
    for (const { id } of currentToasts()) dismiss(id);
    for (const name of resourceNames) this.list(resourceOf(name).path, []);
    this.list('/month/', []);
    this.declares({
      idempotency: true,
      merges: true,
      filters: true,
      payout_installments: true,
      refunds: true,
    });
    this.on('GET /dashboard/branch/', { body: noSums });
    reportReachable();
    vi.stubGlobal('fetch', this.fetch);
  }

  on(call: string, answer: Answer): void {
    this.#answers.set(call, answer);
  }

  declares(details: Json): void {
    this.on('GET /branch/details/', {
      body: { name: 'Al Nour', address: 'Dokki', client_ids: true, ...details },
    });
  }

  signedInAs(account_type: Role, more: Json = {}): void {
    const name = { first_name: 'Mona', last_name: 'Adel', email: 'mona@example.com' };
    this.on('GET /auth/user/', {
      body: { id: '7', ...name, account_type, permissions: permissionsOf(account_type), ...more },
    });
  }

  /** From now on no request arrives, also none that brings the connection back meanwhile. */
  goOffline(): void {
    this.offline = true;
    act(reportUnreachable);
  }

  /** Serves records as a paged list, and each by its id. */
  list(path: string, rows: readonly Json[]): void {
    this.on(`GET ${path}`, ({ query }) => {
      const all = query.has('no_pagination');
      return {
        body: all ? { ...pageOf(rows), results: rows } : pageOf(rows, Number(query.get('page') ?? 1)),
      };
    });
    for (const row of rows) this.on(`GET ${path}${String(row.id)}/`, { body: row });
  }

  sent(method: string, path: string): ReceivedRequest[] {
    return this.seen.filter((one) => one.method === method && one.path === path);
  }

  readonly fetch = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(String(input), 'http://desk.test');
    const request: ReceivedRequest = {
      method: init.method ?? 'GET',
      path: url.pathname.replace(/^\/api/, ''),
      query: url.searchParams,
      body: init.body ? JSON.parse(startText(init.body)) : {},
      key: new Headers(init.headers).get('Idempotency-Key'),
      ifMatch: new Headers(init.headers).get('If-Match'),
    };
    if (this.offline) throw new TypeError('Failed to fetch');
    this.seen.push(request);
    const answer = this.#answers.get(`${request.method} ${request.path}`);
    const response = typeof answer === 'function' ? await answer(request) : answer;
    const { status = 200, body } = response ?? { status: 404, body: { detail: 'Not found.' } };
    return new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });
  };
}

const forms = new Map(
  await Promise.all(Object.entries(customForms).map(async ([name, load]) => [name, await load()] as const)),
);

const screensOf = (name: (typeof resourceNames)[number]): RouteObject[] => {
  const resource = resourceOf(name);
  const { list, add, edit } = resource.screens;
  const form = <ResourceFormPage resource={resource} Form={forms.get(name)} />;
  return [
    { path: list, element: <ResourceListPage resource={resource} /> },
    { path: `${list}/${add}`, element: form },
    { path: `${list}/${edit}/:id`, element: form },
  ];
};

const pages: RouteObject[] = [
  { path: '/', element: <DashboardPage /> },
  { path: '/work-history', element: <WorkHistoryPage /> },
  { path: '/work-history/:id', element: <MonthPage /> },
  { path: '/create-installment', element: <CreateInstallmentPage /> },
  { path: PAY_SALARIES_SCREEN, element: <PaySalariesPage /> },
  { path: RENEWALS_SCREEN, element: <RenewalsPage /> },
  { path: CLOSE_DAY_PATH, element: <CloseDayPage /> },
  { path: TAKE_PAYMENT_PATH, element: <TakePaymentPage /> },
  { path: `${LEAVE_PATH}/:resource/:id`, element: <LeavePage /> },
  { path: '/sync', element: <h1>Sync</h1> },
  // A screen whose code never arrives.
  { path: '/never-loaded', loader: () => new Promise(() => undefined), element: <h1>Loaded</h1> },
  ...resourceNames.flatMap(screensOf),
];

const signedIn = (
  <SessionProvider>
    <Outlet />
  </SessionProvider>
);

export type ScreenSize = 'tablet' | 'phone';

let shownSize: ScreenSize = 'tablet';

/** The app keeps these, so each tells the size of the screen that is shown now. */
class SizeQuery extends EventTarget {
  readonly onchange = null;
  readonly media: string;

  constructor(media: string) {
    super();
    this.media = media;
  }

  get matches(): boolean {
    return this.media !== 'print' && shownSize === 'tablet';
  }
}

export function renderRoutes(
  children: RouteObject[],
  path: string,
  state?: unknown,
  size: ScreenSize = 'tablet',
) {
  shownSize = size;
  vi.stubGlobal('matchMedia', (media: string) => new SizeQuery(media));
  const router = createMemoryRouter([{ element: signedIn, children }], {
    initialEntries: [{ ...parts(path), state }],
  });
  const view = renderStyled(<RouterProvider router={router} />);
  return { ...view, router };
}

export const renderScreen = (path: string, state?: Json, size?: ScreenSize) =>
  renderRoutes(pages, path, state, size);

function parts(path: string) {
  const [pathname = '/', search] = path.split('?');
  return { pathname, search: search === undefined ? '' : `?${search}` };
}

export const toasts = (): string[] => currentToasts().map(({ message }) => message);

export const heading = (name: string) => screen.findByText(name, { selector: 'h1' });
