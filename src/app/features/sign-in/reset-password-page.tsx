import { Button, chakra } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';
import { useDocumentTitle } from '#app/shell/document-title.ts';
import { SIGN_IN_PATH } from '#app/shell/start.ts';
import { EntryCard } from './entry-card.tsx';
import { LocalLink } from './local-link.tsx';

/** /auth/reset-password: says who can set a new password, since nothing is sent from here yet. */
export function ResetPasswordPage({ onBack }: { readonly onBack: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useDocumentTitle('Forgotten password');
  useEffect(() => heading.current?.focus(), []);

  return (
    <EntryCard>
      <chakra.h1
        ref={heading}
        tabIndex={-1}
        fontSize="xl"
        fontWeight="semibold"
        lineHeight="tight"
        outline="none"
      >
        Forgotten password
      </chakra.h1>
      <chakra.p mt="4" color="fg.muted">
        Ask your manager, or whoever looks after the Branch Desk server. They can set a new password for your
        email address in a minute; then sign in here with it.
      </chakra.p>
      <chakra.p mt="3" color="fg.muted">
        What you saved on this device is kept and is sent after you sign in.
      </chakra.p>
      <chakra.details mt="3" fontSize="sm">
        <chakra.summary minH="target" py="3" fontWeight="medium" cursor="pointer" color="accent.fg">
          For whoever looks after the server
        </chakra.summary>
        <chakra.p color="fg.muted">Run this where the server is installed:</chakra.p>
        <chakra.code
          display="block"
          mt="2"
          p="3"
          borderRadius="md"
          bg="bg.subtle"
          fontFamily="monospace"
          overflowWrap="anywhere"
        >
          npm run admin -- user password --email name@example.org
        </chakra.code>
      </chakra.details>
      <Button asChild mt="5" width="full" variant="outline" colorPalette="neutral">
        <LocalLink href={SIGN_IN_PATH} onFollow={onBack}>
          Back to sign in
        </LocalLink>
      </Button>
    </EntryCard>
  );
}
