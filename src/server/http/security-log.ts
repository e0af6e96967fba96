import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { AuthenticatedUser } from '#server/db/branch-scope.ts';
import { originOf } from './origin.ts';

/** Names what happened to an account (decision 59), or left the branch as a file (decision 56). */
export type SecurityEvent =
  | 'sign-in'
  | 'sign-in-refused'
  | 'sign-out'
  | 'session-ended'
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
  | 'user-added'
  | 'user-disabled'
  | 'user-enabled'
  | 'role-changed'
  | 'entries-handed-over'
  | 'approval-given'
  | 'approval-refused'
  | 'list-exported';

/** Holds what is known of an event. There is no place for a token, a password or an address. */
export interface SecurityFacts {
  /** Whose account it is; undefined if nobody has it. */
  readonly user?: AuthenticatedUser | undefined;
  /** Who did it, if not the user: another user, or the command line. */
  readonly by?: AuthenticatedUser | 'command line' | undefined;
  readonly session?: string;
  /** How many sessions ended. */
  readonly sessions?: number;
  /** The new value of `account_type`. */
  readonly role?: string;
  /** The path of an exported list, its format, and how many rows it had. */
  readonly list?: string;
  readonly format?: string;
  readonly rows?: number;
}

export interface SecurityLog {
  /** Records an event, after it was committed, with the address and device of its request. */
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

/** Creates the security log of a server: lines of its log with `"log":"security"`, at every LOG_LEVEL but `silent`. */
export function createSecurityLog(log: FastifyBaseLogger): SecurityLog {
  const lines = log.level === 'silent' ? log : log.child({ log: 'security' }, { level: 'info' });
  return { record: (event, facts, request) => lines.info({ event, ...lineOf(facts, request) }, event) };
}

/** Creates the security log of a command: the same lines, written by `write`. */
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
