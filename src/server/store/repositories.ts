import { enrolments } from './enrolments.ts';
import { numberedRecords } from './numbered-records.ts';
import type { Repository } from './repository.ts';
import type { TableFacts } from './tables.ts';

const repositories: Readonly<Record<TableFacts['writing'], Repository>> = {
  numbered: numberedRecords,
  enrolment: enrolments,
};

/** How a resource's records are written. */
export function repositoryOf({ writing }: TableFacts): Repository {
  return repositories[writing];
}
