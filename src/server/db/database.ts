import type { Generated } from 'kysely';

/** Timestamps are ISO 8601 text in UTC, ids are bigint (see connect.ts). */
interface BranchTable {
  id: Generated<bigint>;
  name: string;
  address: Generated<string>;
  created_at: Generated<string>;
}

interface PersonTable {
  id: Generated<bigint>;
  home_branch_id: bigint;
  email: string;
  password_hash: string;
  first_name: string;
  last_name: string;
  language: Generated<string | null>;
  digits: Generated<string | null>;
  times_disabled: Generated<number>;
  disabled_at: Generated<string | null>;
}

interface UserTable {
  id: Generated<bigint>;
  branch_id: bigint;
  person_id: bigint;
  account_type: string;
  created_at: Generated<string>;
  disabled_at: Generated<string | null>;
  enabled_after: Generated<number>;
}

/** A view. */
interface BranchUserView {
  id: bigint;
  branch_id: bigint;
  person_id: bigint;
  account_type: string;
  disabled_at: string | null;
  storage_key: Buffer;
  home_branch_id: bigint;
  email: string;
  password_hash: string;
  first_name: string;
  last_name: string;
  language: string | null;
}

interface SessionTable {
  id: Generated<string>;
  person_id: bigint;
  branch_id: bigint;
  sign_in: Generated<string | null>;
  generation: Generated<number>;
  created_at: Generated<string>;
  ends_at: Generated<Date | string>;
  expires_at: Date | string;
  device: string | null;
  agent: string | null;
  last_used_at: Generated<Date | string>;
  rotated_at: Date | string | null;
  used_generation: Generated<number>;
}

interface PasswordResetTable {
  token_hash: string;
  person_id: bigint;
  expires_at: Date | string;
}

interface EmailChangeTable {
  person_id: bigint;
  email: string;
  token_hash: string;
  expires_at: Date | string;
}

interface OidcIdentityTable {
  person_id: bigint;
  issuer: string;
  subject: string;
}

interface OidcCodeTable {
  code_hash: string;
  person_id: bigint;
  password_mark: string;
  expires_at: Date | string;
}

/**
 * Branches, people and their sign-ins, which are found before the branch of a request is known. All other tables are accessed through a
 * BranchScope only.
 */
export interface Database {
  branch: BranchTable;
  person: PersonTable;
  app_user: UserTable;
  branch_user: BranchUserView;
  session: SessionTable;
  password_reset: PasswordResetTable;
  email_change: EmailChangeTable;
  oidc_identity: OidcIdentityTable;
  oidc_code: OidcCodeTable;
}
