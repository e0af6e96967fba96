import { Box, chakra, Flex, Link } from '@chakra-ui/react';
import { useDocumentTitle } from '#app/shell/document-title.ts';
import { SignInForm } from './sign-in-form.tsx';
import { WaitingOnDevice } from './waiting-on-device.tsx';

/** /auth (specification, section 2). */
export function SignInPage({ onSignedIn }: { readonly onSignedIn: () => void }) {
  useDocumentTitle('Sign in');

  return (
    <Flex flex="1" align="center" justify="center" pb={{ base: '4', md: '20' }}>
      <Box width="full" maxW="25rem">
        <Box
          p={{ base: '5', sm: '8' }}
          bg="bg.surface"
          borderWidth="1px"
          borderRadius="md"
          boxShadow="raised"
        >
          <chakra.h1 fontSize="xl" fontWeight="semibold" lineHeight="tight" letterSpacing="-0.01em">
            Welcome back
          </chakra.h1>
          <chakra.p mt="1" mb="6" color="fg.muted">
            Sign in to your branch.
          </chakra.p>
          <SignInForm onSignedIn={onSignedIn} />
          <Flex mt="3" justify="center">
            <Link href="/auth/reset-password" minH="target" px="2" fontSize="sm">
              Forget Password?
            </Link>
          </Flex>
        </Box>
        <WaitingOnDevice />
      </Box>
    </Flex>
  );
}
