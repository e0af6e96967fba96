import { z } from 'zod';
import { refreshed, signedIn, user } from './account.ts';
import {
  emailConfirmBody,
  loginBody,
  logoutBody,
  profileChange,
  refreshBody,
  resetBody,
  resetConfirmBody,
  told,
} from './account-forms.ts';
import { isApprovable } from './approvable-writes.ts';
import { backupEndpoints } from './backup-endpoints.ts';
import { branchDetails } from './branch.ts';
import { settingsEndpoints } from './branch-settings.ts';
import { BASE } from './change.ts';
import { closeEndpoints } from './close-endpoints.ts';
import { collectionEndpoints } from './collection-endpoints.ts';
import { dashboard } from './dashboard.ts';
import { debtEndpoints } from './debts.ts';
import { bodyShape, patchBody, type Resource, rowShape } from './define-resource.ts';
import { branchVersion } from './events.ts';
import { exportEndpoints } from './export-endpoints.ts';
import { HISTORY_PATH, historyEntry } from './history.ts';
import { deleted, healthy, type Method, paths } from './http.ts';
import { importEndpoints } from './import-endpoints.ts';
import { type Filters, filtersOf, historyFilters } from './list-filters.ts';
import { MONTH_PATH, MONTH_TOGGLE_PATH, month, monthBody, monthToggleBody, monthToggled } from './month.ts';
import { monthChecklistEndpoints } from './month-checklist.ts';
import { outcomeEndpoints } from './outcomes.ts';
import { pageOf } from './paging.ts';
import { peopleEndpoints } from './people.ts';
import type { Permission } from './permissions.ts';
import { deleteBody, receiptEndpoints } from './receipts.ts';
import { permissionFor } from './record-permissions.ts';
import { allResourceNames } from './resource-names.ts';
import { resourceOf } from './resources/registry.ts';
import { searchEndpoints } from './search-endpoints.ts';
import { sessionRow } from './sessions.ts';
import {
  GETTING_STARTED_PATH,
  gettingStarted,
  SETUP_PATH,
  setupBody,
  setupDone,
  setupState,
} from './setup.ts';
import { studentMergeEndpoints } from './student-merge-endpoints.ts';
import { userEndpoints } from './user-endpoints.ts';
import { approval, approvalBody } from './users.ts';

/** Describes one API endpoint, for the OpenAPI document and its tests. */
export interface Endpoint {
  readonly method: Method;
  /** With `{id}` in place of a record's id. */
  readonly path: string;
  readonly summary: string;
  readonly open?: true;
  /** The permission that every request needs; without it every signed-in user may (decision 46). */
  readonly needs?: Permission;
  /** A manager can approve it at the device of a user who may not do it (decision 143). */
  readonly approvable?: true;
  /** Accepts the version that the write expects (decision 41). */
  readonly versioned?: true;
  /** The filters of an endpoint that returns pages. */
  readonly list?: Filters;
  /** The query parameters of any other endpoint that has some. */
  readonly query?: Filters;
  /** The success status, where it is not the default (201 for POST, else 200). */
  readonly status?: number;
  readonly body?: z.ZodType;
  readonly answer?: z.ZodType;
  /** The answer is a stream of server-sent events that does not end by itself. */
  readonly stream?: true;
  /** The body is a form with a file at `file`, and this body as JSON at `options`. */
  readonly upload?: true;
  /** The answer is a file: CSV or XLSX. */
  readonly file?: true;
}

/** Returns the POST body schema: a record or, where the kind has them, an installment. */
function bodyOf(resource: Resource): z.ZodType {
  if (!resource.installment) return bodyShape(resource);
  return z.union([
    bodyShape(resource),
    bodyShape(resource.installment).extend({ is_installment: z.literal(true) }),
  ]);
}

function endpointsOf(resource: Resource): Endpoint[] {
  const row = rowShape(resource);
  const one = `${resource.path}{id}/`;
  const thing = resource.singular.toLowerCase();
  const read = permissionFor(resource, 'read');
  return [
    {
      method: 'GET',
      path: resource.path,
      needs: read,
      summary: `${resource.plural}, newest first`,
      list: filtersOf(resource),
      answer: pageOf(row),
    },
    {
      method: 'POST',
      path: resource.path,
      needs: permissionFor(resource, 'create'),
      summary: `Create a ${thing}`,
      body: bodyOf(resource),
      answer: row,
    },
    { method: 'GET', path: one, needs: read, summary: `One ${thing}`, answer: row },
    {
      method: 'PATCH',
      path: one,
      needs: permissionFor(resource, 'change'),
      summary: `Change a ${thing}; absent fields stay`,
      versioned: true,
      body: patchBody(resource).extend({ [BASE]: z.record(z.string(), z.unknown()).optional() }),
      answer: row,
    },
    {
      method: 'DELETE',
      path: one,
      needs: permissionFor(resource, 'remove'),
      summary: `Delete a ${thing}`,
      versioned: true,
      ...(resource.installment && { body: deleteBody.optional() }),
      answer: deleted,
    },
  ];
}

const declared: readonly Endpoint[] = [
  { method: 'GET', path: paths.live, summary: 'Alive: asks nothing', open: true, answer: healthy },
  { method: 'GET', path: paths.health, summary: 'Ready: the database answers', open: true, answer: healthy },
  {
    method: 'GET',
    path: SETUP_PATH,
    summary: 'Whether nobody has used this server yet',
    open: true,
    answer: setupState,
  },
  {
    method: 'POST',
    path: SETUP_PATH,
    summary: 'Set up the first branch and manager with the printed code; works once',
    open: true,
    status: 201,
    body: setupBody,
    answer: setupDone,
  },
  { method: 'POST', path: paths.login, summary: 'Sign in', open: true, body: loginBody, answer: signedIn },
  {
    method: 'POST',
    path: paths.refresh,
    summary: 'A new access token',
    open: true,
    body: refreshBody,
    answer: refreshed,
  },
  {
    method: 'POST',
    path: paths.logout,
    summary: 'End the session of the access token in the header, even an expired one, or of a refresh token',
    open: true,
    body: logoutBody.optional(),
    answer: told,
  },
  {
    method: 'POST',
    path: paths.passwordReset,
    summary: 'Ask for a link that sets a new password',
    open: true,
    body: resetBody,
    answer: told,
  },
  {
    method: 'POST',
    path: paths.passwordResetConfirm,
    summary: 'Set a new password with the link; works once',
    open: true,
    body: resetConfirmBody,
    answer: told,
  },
  {
    method: 'POST',
    path: paths.emailConfirm,
    summary: 'Use the new email address that the link was mailed to; works once',
    open: true,
    body: emailConfirmBody,
    answer: told,
  },
  { method: 'GET', path: paths.user, summary: 'The signed-in person', answer: user },
  {
    method: 'PATCH',
    path: paths.user,
    summary: 'Change the profile; another email address or password needs the present password',
    body: profileChange,
    answer: user,
  },
  {
    method: 'GET',
    path: paths.sessions,
    summary: 'Where the person is signed in, last used first',
    answer: pageOf(sessionRow),
  },
  { method: 'DELETE', path: paths.sessions, summary: 'Sign out everywhere else', answer: deleted },
  { method: 'DELETE', path: `${paths.sessions}{id}/`, summary: 'Sign out there', answer: deleted },
  {
    method: 'POST',
    path: paths.approval,
    summary: "A manager's approval of one write of the signed-in person",
    status: 200,
    body: approvalBody,
    answer: approval,
  },
  { method: 'GET', path: paths.branch, summary: 'The branch and its current month', answer: branchDetails },
  {
    method: 'GET',
    path: paths.events,
    summary: 'Changes of the branch as they happen: server-sent events with names and versions, never data',
    stream: true,
  },
  { method: 'GET', path: paths.changes, summary: "The version of the branch's data", answer: branchVersion },
  {
    method: 'GET',
    path: GETTING_STARTED_PATH,
    summary: 'What a new branch has done already',
    answer: gettingStarted,
  },
  {
    method: 'GET',
    path: paths.dashboard,
    needs: 'months.figures',
    summary: "The current month's sums",
    answer: dashboard,
  },
  ...allResourceNames.flatMap((name) => endpointsOf(resourceOf(name))),
  {
    method: 'GET',
    path: MONTH_PATH,
    needs: 'months.read',
    summary: 'Months, newest first',
    list: {},
    answer: pageOf(month),
  },
  {
    method: 'POST',
    path: MONTH_PATH,
    needs: 'months.start',
    summary: 'Start a month',
    body: monthBody,
    answer: month,
  },
  { method: 'GET', path: `${MONTH_PATH}{id}/`, needs: 'months.read', summary: 'One month', answer: month },
  {
    method: 'PATCH',
    path: `${MONTH_PATH}{id}/`,
    needs: 'months.start',
    summary: 'Rename a month',
    body: monthBody.partial(),
    answer: month,
  },
  {
    method: 'DELETE',
    path: `${MONTH_PATH}{id}/`,
    needs: 'months.start',
    summary: 'Delete a month without records',
    answer: deleted,
  },
  {
    method: 'POST',
    path: MONTH_TOGGLE_PATH,
    needs: 'months.end',
    summary: 'End the running month, or re-open the newest',
    status: 200,
    body: monthToggleBody.optional(),
    answer: monthToggled,
  },
  {
    method: 'GET',
    path: HISTORY_PATH,
    needs: 'history.read',
    summary: 'Who wrote what, newest first: of a record, a month, a person',
    list: historyFilters,
    answer: pageOf(historyEntry),
  },
  ...exportEndpoints,
  ...importEndpoints,
  ...collectionEndpoints,
  ...settingsEndpoints,
  ...receiptEndpoints,
  ...searchEndpoints,
  ...studentMergeEndpoints,
  ...closeEndpoints,
  ...peopleEndpoints,
  ...monthChecklistEndpoints,
  ...debtEndpoints,
  ...backupEndpoints,
  ...userEndpoints,
  ...outcomeEndpoints,
];

/** Lists all API endpoints in the order of the specification, section 7. */
export const endpoints: readonly Endpoint[] = declared.map((one) =>
  isApprovable(one.method, one.path) ? { ...one, approvable: true } : one,
);
