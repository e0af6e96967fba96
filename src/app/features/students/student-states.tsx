import { Button, Flex, Skeleton } from '@chakra-ui/react';
import CloudOff from 'lucide-react/icons/cloud-off';
import GraduationCap from 'lucide-react/icons/graduation-cap';
import UserX from 'lucide-react/icons/user-x';
import { Link } from 'react-router-dom';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { studentResource } from './student-kinds.ts';
import { messages } from './texts.en.ts';

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
    <EmptyState icon={UserX} title={messages.notFoundTitle} about={messages.notFoundAbout}>
      <Button asChild variant="subtle">
        <Link to={studentResource.screens.list}>{messages.goToList({ plural: studentResource.plural })}</Link>
      </Button>
    </EmptyState>
  );
}

/** Renders the empty state of a student without accounts, or without any on this device. */
export function NothingYet({ known }: { known: boolean }) {
  if (!known) {
    return <EmptyState icon={CloudOff} title={messages.noneKnownTitle} about={messages.noneKnownAbout} />;
  }
  return <EmptyState icon={GraduationCap} title={messages.noneYetTitle} about={messages.noneYetAbout} />;
}
