import { z } from 'zod';
import { withTranslationsOf } from './messages.ts';

/** Lists the roles of users, which `account_type` holds (decision 46). */
export const roles = ['manager', 'staff'] as const;
export type Role = (typeof roles)[number];

interface PermissionDefinition {
  readonly roles: readonly Role[];
  /** What it allows, as a line of the page "Who may do what". */
  readonly label: string;
  /** The sentence for a user who does not have it. */
  readonly refusal: string;
}

const managers = ['manager'] as const;

const refusals = {
  read: 'You may not see this. Ask a manager.',
  write: 'You may not do this. Ask a manager.',
} as const;

/**
 * Maps each permission to the roles that have it (decision 46). The server's checks, the app's menus, buttons and columns, and the
 * page "Who may do what" are derived from this table.
 */
const definitions = {
  'records.read': {
    roles,
    label: 'See students, enrolments, payments, books and expenses',
    refusal: refusals.read,
  },
  'records.write': {
    roles,
    label: 'Record and change students, payments, books and expenses',
    refusal: refusals.write,
  },
  'money.remove-own': {
    roles,
    label:
      'Change or delete money that they recorded themselves on the same day, until they close the drawer',
    refusal: refusals.write,
  },
  'money.remove-any': {
    roles: managers,
    label:
      'Change or delete money of another person, of another day or of a finished close, and lower its price',
    refusal:
      'Another person recorded this money, or it is of another day, or a drawer close has counted it. Only a manager changes or deletes it, or lowers its price.',
  },
  'students.merge': {
    roles: managers,
    label: 'Merge two records of one student, and undo it',
    refusal: 'Only a manager merges students and undoes it.',
  },
  'history.read': { roles, label: 'See who recorded and changed what', refusal: refusals.read },
  'drawer.close-own': {
    roles,
    label: 'Count and close their own drawer, see their own closes',
    refusal: refusals.write,
  },
  'drawer.see-all': {
    roles: managers,
    label: 'See the drawer closes of everybody, and who has not closed',
    refusal: 'Only managers see the drawers of others.',
  },
  'drawer.close-disabled': {
    roles: managers,
    label: 'Close the drawer of a disabled user, with a reason',
    refusal: 'Only a manager closes the drawer of a disabled user.',
  },
  'months.read': { roles, label: 'See which months there are', refusal: refusals.read },
  'months.start': { roles, label: 'Start and rename months, delete empty ones', refusal: refusals.write },
  'months.end': {
    roles: managers,
    label: 'End months and undo it',
    refusal: 'Only a manager ends a month or undoes it.',
  },
  'months.figures': {
    roles: managers,
    label: 'See income, expenses, profit and all figures of months',
    refusal: 'Only managers see profit and the figures of months.',
  },
  'salaries.read': {
    roles: managers,
    label: 'See salaries, deductions and what employees earn',
    refusal: 'Only managers see salaries and what employees earn.',
  },
  'salaries.write': {
    roles: managers,
    label: 'Pay salaries, record deductions, add and delete employees, change what they earn',
    refusal: 'Only managers record salaries, deductions and what employees earn.',
  },
  'imports.manage': {
    roles: managers,
    label: 'Import students and enrolments from a file, and undo it',
    refusal: 'Only a manager imports files.',
  },
  'backups.manage': {
    roles: managers,
    label: 'See backups, make and restore them',
    refusal: 'Only a manager sees, makes and restores backups.',
  },
  'settings.manage': {
    roles: managers,
    label: 'Change what is printed on receipts and written in reminders',
    refusal: 'Only a manager changes the settings of the branch.',
  },
  'users.manage': {
    roles: managers,
    label: 'Add and disable users, set their roles and passwords',
    refusal: 'Only managers see and change users.',
  },
  'entries.hand-over': {
    roles: managers,
    label: 'Look through and send what a disabled user left on a device',
    refusal: 'Only a manager opens and sends what a disabled user left on a device.',
  },
} as const satisfies Record<string, PermissionDefinition>;

/** Maps each permission to its roles; its texts follow the language. */
export const permissions = withTranslationsOf(definitions, ['label', 'refusal']);

export type Permission = keyof typeof permissions;

/** Names the permissions that reading and writing need. */
export interface Guard {
  readonly read: Permission;
  readonly write: Permission;
}

/** Tells whether a name is a permission of this build. */
function isPermission(name: string): name is Permission {
  return Object.hasOwn(permissions, name);
}

/** Lists all permissions in the order of the table. */
export const permissionNames: readonly Permission[] = Object.keys(permissions).filter(isPermission);

export function roleMay(role: Role, permission: Permission): boolean {
  const allowed: readonly Role[] = permissions[permission].roles;
  return allowed.includes(role);
}

/** Returns the permissions of a role, in the order of the table. */
export function permissionsOf(role: Role): readonly Permission[] {
  return permissionNames.filter((permission) => roleMay(role, permission));
}

/** Parses a stored role; an unknown one counts as staff, who may less. */
export const storedRole = z.enum(roles).catch('staff');
