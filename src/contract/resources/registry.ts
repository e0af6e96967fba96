import type { Resource } from '../define-resource.ts';
import { type ResourceName, resourceNames } from '../resource-names.ts';
import { adultCourse } from './adult-course.ts';
import { student } from './student.ts';

/** Every resource by its name. */
export const resources = {
  student,
  'adult-course': adultCourse,
} as const satisfies { [N in ResourceName]: Resource & { name: N } };

/** The declaration behind a name, with its own types forgotten: for code that serves all of them. */
export function resourceOf(name: ResourceName): Resource {
  return resources[name];
}

/** Whether text from a URL or a stored row names a resource of this build. */
export function isResourceName(name: unknown): name is ResourceName {
  return resourceNames.some((known) => known === name);
}
