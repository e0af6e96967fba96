import { Box, chakra, Flex } from '@chakra-ui/react';
import { useDocumentTitle } from '#app/shell/document-title.ts';
import { RESET_PATH } from '#app/shell/start.ts';
import { EntryCard } from './entry-card.tsx';
import { GoodWord } from './good-word.tsx';
import { LocalLink } from './local-link.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { WaitingOnDevice } from './waiting-on-device.tsx';

interface SignInPageProps {
  readonly onSignedIn: () => void;
  readonly onForgotten: () => void;
  /** What someone who was led here has just done. */
  readonly said?: string;
}

/** /auth (specification, section 2). */
export function SignInPage({ onSignedIn, onForgotten, said }: SignInPageProps) {
  useDocumentTitle('Sign in');
  return (
    <EntryCard below={<WaitingOnDevice />}>
      <chakra.h1 fontSize="xl" fontWeight="semibold" lineHeight="tight" letterSpacing="-0.01em">
        Welcome back
      </chakra.h1>
      <chakra.p mt="1" mb="6" color="fg.muted">
        Sign in to your branch.
      </chakra.p>
      {said && (
        <Box mb="4">
          <GoodWord>{said}</GoodWord>
        </Box>
      )}
      <SignInForm onSignedIn={onSignedIn} />
      <Flex mt="3" mb="-2" justify="center">
        <LocalLink href={RESET_PATH} onFollow={onForgotten} minH="target" px="2" fontSize="sm">
          Forget Password?
        </LocalLink>
      </Flex>
    </EntryCard>
  );
}
