import { Button, Flex, Skeleton } from '@chakra-ui/react';
import CloudOff from 'lucide-react/icons/cloud-off';
import GraduationCap from 'lucide-react/icons/graduation-cap';
import UserX from 'lucide-react/icons/user-x';
import { Link } from 'react-router-dom';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { studentResource } from './student-kinds.ts';

/** Renders the placeholder while a student or the accounts load. */
export function StudentLoading({ label }: { label: string }) {
  return (
    <Flex role="status" aria-label={label} direction="column" gap="2">
      {['first', 'second'].map((place) => (
        <Flex
          key={place}
          direction="column"
          gap="4"
          height="11rem"
          padding="4"
          background="bg.surface"
          borderWidth="1px"
          borderRadius="md"
        >
          <Skeleton height="5" width="40%" />
          <Skeleton height="4" width="70%" />
          <Skeleton height="10" />
        </Flex>
      ))}
    </Flex>
  );
}

/** Renders the empty state of a student that does not exist (any more). */
export function NoStudent() {
  return (
    <EmptyState
      icon={UserX}
      title="This student is not here"
      about="It may have been deleted, or the address is wrong. Look for the name in the list."
    >
      <Button asChild variant="subtle">
        <Link to={studentResource.screens.list}>Go to {studentResource.plural.toLowerCase()}</Link>
      </Button>
    </EmptyState>
  );
}

/** Renders the empty state of a student without accounts, or without any on this device. */
export function NothingYet({ known }: { known: boolean }) {
  if (!known) {
    return (
      <EmptyState
        icon={CloudOff}
        title="Not on this device"
        about="What this student was enrolled in was never read here. It shows when the connection is back."
      />
    );
  }
  return (
    <EmptyState
      icon={GraduationCap}
      title="Nothing yet"
      about="Enrol this student to begin: every enrolment, installment and book then stands here, with what remains."
    />
  );
}
