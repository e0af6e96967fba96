import type { Generated } from 'kysely';

/** Timestamps are ISO 8601 text in UTC, ids are bigint (see connect.ts). */
interface BranchTable {
  id: Generated<bigint>;
  name: string;
  address: Generated<string>;
  created_at: Generated<string>;
}

interface UserTable {
  id: Generated<bigint>;
  branch_id: bigint;
  email: string;
  /** Null for a user whose home user is in another branch. */
  password_hash: string | null;
  first_name: string;
  last_name: string;
  account_type: string;
  disabled_at: Generated<string | null>;
  handed_over_at: Generated<string | null>;
  created_at: Generated<string>;
  storage_key: Generated<Buffer>;
  language: Generated<string | null>;
  digits: Generated<string | null>;
  home_branch_id: Generated<bigint | null>;
  home_user_id: Generated<bigint | null>;
}

interface SessionTable {
  id: Generated<string>;
  branch_id: bigint;
  user_id: bigint;
  generation: Generated<number>;
  created_at: Generated<string>;
  ends_at: Generated<Date | string>;
  expires_at: Date | string;
  device: string | null;
  agent: string | null;
  last_used_at: Generated<Date | string>;
  rotated_at: Date | string | null;
  root_branch_id: Generated<bigint | null>;
  root_id: Generated<string | null>;
  used_generation: Generated<number>;
}

interface KnownSourceTable {
  branch_id: bigint;
  user_id: bigint;
  source: string;
  last_used_at: Generated<Date | string>;
}

interface PasswordResetTable {
  branch_id: bigint;
  token_hash: string;
  user_id: bigint;
  created_at: Generated<string>;
  expires_at: Date | string;
}

interface EmailChangeTable {
  branch_id: bigint;
  user_id: bigint;
  email: string;
  token_hash: string;
  created_at: Generated<string>;
  expires_at: Date | string;
}

interface OidcIdentityTable {
  branch_id: bigint;
  user_id: bigint;
  issuer: string;
  subject: string;
  created_at: Generated<string>;
}

interface OidcCodeTable {
  branch_id: bigint;
  code_hash: string;
  user_id: bigint;
  password_mark: string;
  expires_at: Date | string;
}

/** Tables that are accessed before the branch of a request is known; all others through a BranchScope only. */
export interface Database {
  branch: BranchTable;
  app_user: UserTable;
  session: SessionTable;
  known_source: KnownSourceTable;
  password_reset: PasswordResetTable;
  email_change: EmailChangeTable;
  oidc_identity: OidcIdentityTable;
  oidc_code: OidcCodeTable;
}
