import { z } from 'zod';
import type { IdOf } from './messages.ts';
import { permissionTexts } from './texts/permissions.en.ts';

export const roles = ['manager', 'staff'] as const;
export type Role = (typeof roles)[number];

export type Permission = IdOf<typeof permissionTexts>;

const managers = ['manager'] as const;

const rolesOf = {
  'records.read': roles,
  'records.write': roles,
  'money.remove-own': roles,
  'money.remove-any': managers,
  'refunds.any': managers,
  'discounts.any': managers,
  'students.merge': managers,
  'students.transfer': managers,
  'history.read': roles,
  'drawer.close-own': roles,
  'drawer.see-all': managers,
  'drawer.close-disabled': managers,
  'months.read': roles,
  'months.start': roles,
  'months.end': managers,
  'months.figures': managers,
  'salaries.read': managers,
  'salaries.write': managers,
  'imports.manage': managers,
  'backups.manage': managers,
  'settings.manage': managers,
  'users.manage': managers,
  'entries.hand-over': managers,
} as const satisfies Record<Permission, readonly Role[]>;

interface PermissionDefinition {
  readonly roles: readonly Role[];
  readonly label: string;
  readonly refusal: string;
}

export const permissionNames = Object.keys(rolesOf) as readonly Permission[];

/**
 * Server checks, menus, buttons, columns and the page "Who may do what" follow from this table (decision 46).
 */
export const permissions = Object.fromEntries(
  permissionNames.map((name): [string, PermissionDefinition] => [
    name,
    {
      roles: rolesOf[name],
      get label() {
        return permissionTexts[name].label;
      },
      get refusal() {
        return permissionTexts[name].refusal;
      },
    },
  ]),
) as Readonly<Record<Permission, PermissionDefinition>>;

export interface Guard {
  readonly read: Permission;
  readonly write: Permission;
}

export const roleMay = (role: Role, permission: Permission): boolean =>
  permissions[permission].roles.includes(role);

export function permissionsOf(role: Role): readonly Permission[] {
  return permissionNames.filter((permission) => roleMay(role, permission));
}

/** An unknown role counts as staff, who may less. */
export const storedRole = z.enum(roles).catch('staff');
