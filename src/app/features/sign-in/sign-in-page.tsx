import { Box, chakra, Flex } from '@chakra-ui/react';
import { lazy, Suspense } from 'react';
import { useDocumentTitle } from '#app/lib/document-title.ts';
import { RESET_PATH } from '#app/lib/initial-screen.ts';
import { withTexts } from '#app/lib/language.ts';
import { AuthCard } from './auth-card.tsx';
import { LocalLink } from './local-link.tsx';
import { messages } from './messages.ts';
import { SignInForm } from './sign-in-form.tsx';
import { SuccessMessage } from './success-message.tsx';
import { useFirstRun } from './use-first-run.ts';
import { WaitingOnDevice } from './waiting-on-device.tsx';

const FirstRunPage = lazy(async () => ({
  default: (await withTexts(() => import('./first-run-page.tsx'))).FirstRunPage,
}));

interface SignInPageProps {
  readonly onSignedIn: () => void;
  readonly onForgotten: () => void;
  /** A success message, such as after a password reset. */
  readonly message?: string;
}

/** Renders /auth (specification, section 2), or the first-run page on a server that nobody has used yet (decision 60). */
export function SignInPage({ onSignedIn, onForgotten, message }: SignInPageProps) {
  useDocumentTitle(messages.signInTitle);
  const firstRun = useFirstRun();
  if (firstRun.isOpen) {
    return (
      <Suspense>
        <FirstRunPage onSignedIn={onSignedIn} onSkip={firstRun.skip} />
      </Suspense>
    );
  }
  return (
    <AuthCard below={<WaitingOnDevice />}>
      <chakra.h1 fontSize="xl" fontWeight="semibold" lineHeight="tight" letterSpacing="-0.01em">
        {messages.welcome}
      </chakra.h1>
      <chakra.p mt="1" mb="6" color="fg.muted">
        {messages.introduction}
      </chakra.p>
      {message && (
        <Box mb="4">
          <SuccessMessage>{message}</SuccessMessage>
        </Box>
      )}
      <SignInForm onSignedIn={onSignedIn} />
      <Flex
        mt="3"
        mb="-2"
        justify="center"
        css={{ '& a': { minHeight: 'target', paddingInline: '2', fontSize: 'sm' } }}
      >
        <LocalLink href={RESET_PATH} onFollow={onForgotten}>
          {messages.forgottenLink}
        </LocalLink>
      </Flex>
    </AuthCard>
  );
}
