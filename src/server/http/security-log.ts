import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { SignOnProblem } from '#contract/single-sign-on.ts';
import type { AuthenticatedUser } from '#server/db/branch-scope.ts';
import { originOf } from './origin.ts';

/** Events of an account (decision 59), and lists that left the branch as a file (decision 56). */
export type SecurityEvent =
  | 'sign-in'
  | 'sign-in-refused'
  | 'sign-out'
  | 'session-ended'
  | 'branch-switched'
  | 'session-reused'
  | 'attempts-limited'
  | 'password-refused'
  | 'password-changed'
  | 'password-reset-asked'
  | 'password-reset-used'
  | 'password-reset-refused'
  | 'email-change-asked'
  | 'email-changed'
  | 'email-change-refused'
  | 'single-sign-on-connected'
  | 'single-sign-on-removed'
  | 'user-added'
  | 'user-disabled'
  | 'user-enabled'
  | 'role-changed'
  | 'entries-handed-over'
  | 'approval-given'
  | 'approval-refused'
  | 'spreadsheet-token-made'
  | 'spreadsheet-token-revoked'
  | 'list-exported'
  | 'second-factor-asked'
  | 'second-factor-refused'
  | 'second-factor-added'
  | 'second-factor-removed'
  | 'second-factor-reset'
  | 'recovery-code-used'
  | 'recovery-codes-made';

/** There is no place for a token, a password or an address. */
export interface SecurityFacts {
  readonly user?: AuthenticatedUser | undefined;
  readonly by?: AuthenticatedUser | 'command line' | 'single sign-on' | undefined;
  readonly session?: string;
  readonly sessions?: number;
  readonly role?: string;
  /** Why single sign-on was refused (contract/single-sign-on.ts). */
  readonly problem?: SignOnProblem;
  /** Path of an exported list; then its format and number of rows. */
  readonly list?: string;
  readonly format?: string;
  readonly rows?: number;
  /** Id of the token for spreadsheets that was made, revoked or used. */
  readonly spreadsheet_token?: string | undefined;
  /** Kind of the second factor: totp, passkey or recovery. */
  readonly factor?: string | undefined;
}

export interface SecurityLog {
  /** Called after the commit. Adds address and device of the request. */
  readonly record: (event: SecurityEvent, facts: SecurityFacts, request?: FastifyRequest) => void;
}

const idOf = ({ branchId, userId }: AuthenticatedUser) => `${branchId}/${userId}`;

function lineOf({ user, by, ...facts }: SecurityFacts, request: FastifyRequest | undefined) {
  return {
    ...(user && { user: idOf(user) }),
    ...(by && { by: typeof by === 'string' ? by : idOf(by) }),
    ...facts,
    ...(request && { from: request.ip, ...originOf(request), reqId: request.id }),
  };
}

/** Lines with `"log":"security"` in the server's log, at every LOG_LEVEL but `silent`. */
export function createSecurityLog(log: FastifyBaseLogger): SecurityLog {
  const lines = log.level === 'silent' ? log : log.child({ log: 'security' }, { level: 'info' });
  return { record: (event, facts, request) => lines.info({ event, ...lineOf(facts, request) }, event) };
}

export function createCommandSecurityLog(write: (line: string) => void): SecurityLog {
  return {
    record: (event, facts) => {
      const line = { level: 'info', time: new Date().toISOString(), log: 'security', event };
      write(
        `${JSON.stringify({ ...line, ...lineOf({ by: 'command line', ...facts }, undefined), msg: event })}\n`,
      );
    },
  };
}
