import { Button } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { bootCache } from '#app/cache/boot-cache.ts';
import { textOf } from '#app/fields/field-control.ts';
import { addPath, editPath } from '#app/lib/paths.ts';
import { isTemporaryId } from '#app/outbox/model/ids.ts';
import { branchQuery } from '#app/reads/branch-queries.ts';
import { debtOfStudentQuery } from '#app/reads/on-demand/debts-queries.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { type Account, hasDebt } from './account.ts';
import { messages } from './messages.ts';
import { isPayout } from './student-kinds.ts';

interface PlanLinkProps {
  readonly account: Account;
  /** The path to return to. */
  readonly returnPath: string;
}

/** Renders the link to the payment plan of an enrolment that is still owed, where the server keeps plans. */
export function PlanLink({ account, returnPath }: PlanLinkProps) {
  const { resource, record } = account;
  const student = textOf(record.student);
  const { data: branch = bootCache().branch } = useQuery(branchQuery());
  const isPossible = branch?.debts === true && !isPayout(resource) && !isTemporaryId(record.id);
  const { data } = useQuery({
    ...debtOfStudentQuery(student),
    enabled: isPossible && hasDebt(account) && !isTemporaryId(student),
  });
  if (!isPossible || !hasDebt(account)) return null;
  const plan = resourceOf('plan');
  const known = data?.data.plans.find(({ enrolment }) => enrolment === record.id);
  return (
    <Button asChild variant="outline" colorPalette="neutral">
      <Link
        to={known ? editPath(plan, known.id) : addPath(plan)}
        state={{ student, resource: resource.name, related: record.id, fallback: returnPath }}
        aria-label={messages.planFor({ title: resource.titleOf(record) })}
      >
        {messages.plan}
      </Link>
    </Button>
  );
}
