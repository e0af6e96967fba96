import type { Resource } from '#contract/define-resource.ts';
import { resourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';

export const studentResource = resourceOf('student');

export const studentResources = resourceNames
  .map(resourceOf)
  .filter(({ fields, installment }) => installment && fields.student?.refersTo === 'student');

export const isPayout = ({ counts }: Resource): boolean => counts !== undefined;

export const enrolmentResources = studentResources.filter((resource) => !isPayout(resource));

export const payoutResources = studentResources.filter(isPayout);

export const studentPath = (id: string): string =>
  `${studentResource.screens.list}/${encodeURIComponent(id)}`;
