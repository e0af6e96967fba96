import { Button, chakra, Flex } from '@chakra-ui/react';
import { messages as appMessages } from '#app/lib/messages.ts';
import { useHighlightedRow } from '#app/resources/list/use-highlighted-row.ts';
import { recordCards } from '#app/theme/recipes/records.ts';
import { ErrorLine } from '#app/ui/error-line.tsx';
import type { Account } from './account.ts';
import { AccountCard } from './account-card.tsx';
import { messages } from './messages.ts';
import { isPayout } from './student-kinds.ts';
import { NothingYet, StudentLoading } from './student-states.tsx';
import type { StudentRecords } from './use-student-records.ts';

const Cards = chakra('ul', recordCards);

interface StudentAccountsProps {
  readonly records: StudentRecords;
  readonly accounts: readonly Account[];
  /** The path to return to. */
  readonly returnPath: string;
}

/** Renders all enrolments and payouts of a student, and their loading, error and empty states. */
export function StudentAccounts({ records, accounts, returnPath }: StudentAccountsProps) {
  const { loading, missing, incomplete, error, refetch } = records;
  const highlightedId = useHighlightedRow();
  const sections = [
    { title: messages.enrolments, own: accounts.filter(({ resource }) => !isPayout(resource)) },
    { title: messages.payouts, own: accounts.filter(({ resource }) => isPayout(resource)) },
  ];
  return (
    <Flex direction="column" gap="5" minWidth="0">
      {missing.length > 0 && (
        <Flex gap="4" align="center" wrap="wrap">
          <ErrorLine message={error} />
          <Button variant="outline" size="sm" onClick={refetch}>
            {appMessages.tryAgain}
          </Button>
        </Flex>
      )}
      {loading && <StudentLoading label={messages.loadingEnrolments} />}
      {!loading && missing.length === 0 && accounts.length === 0 && (
        <NothingYet known={incomplete.length === 0} />
      )}
      {!loading &&
        sections.map(
          ({ title, own }) =>
            own.length > 0 && (
              <section key={title} aria-label={title}>
                <chakra.h2 fontSize="md" fontWeight="semibold" marginBlockEnd="2">
                  {title}
                </chakra.h2>
                <Cards>
                  {own.map((account) => (
                    <AccountCard
                      key={`${account.resource.name} ${account.record.id}`}
                      account={account}
                      returnPath={returnPath}
                      highlightedId={highlightedId}
                    />
                  ))}
                </Cards>
              </section>
            ),
        )}
    </Flex>
  );
}
