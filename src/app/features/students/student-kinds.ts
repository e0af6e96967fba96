import { studentResources } from '#app/reads/student-records.ts';
import type { Resource } from '#contract/define-resource.ts';
import { resourceOf } from '#contract/resources/registry.ts';

export const studentResource = resourceOf('student');

export const isPayout = ({ counts }: Resource): boolean => counts !== undefined;

export const payoutResources = studentResources.filter(isPayout);

export const studentPath = (id: string): string =>
  `${studentResource.screens.list}/${encodeURIComponent(id)}`;

export const statementPath = (id: string): string => `${studentPath(id)}/statement`;
