import { Box, Button, Skeleton } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messages as appMessages, errorMessage } from '#app/lib/messages.ts';
import { branchQuery, userQuery } from '#app/reads/branch-queries.ts';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { notify } from '#app/ui/toast/notify.ts';
import { messages } from './messages.ts';
import { PasswordSection } from './password-section.tsx';
import { useSaveProfile } from './profile-calls.ts';
import { type Profile, ProfileForm } from './profile-form.tsx';
import { ProfileView } from './profile-view.tsx';
import { SessionsSection } from './sessions-section.tsx';

/**
 * Renders the user's profile in view or edit mode. Submitting leaves edit mode at once (specification,
 * section 4); a rejection brings it back with what was typed.
 */
export function ProfilePage() {
  const { data: user, error, refetch } = useQuery(userQuery());
  const { data: branch } = useQuery(branchQuery());
  const save = useSaveProfile();
  const [mode, setMode] = useState<'first-view' | 'view' | 'edit'>('first-view');
  const guarded = branch?.sessions === true;
  const typed = save.isPending || save.isError ? withoutPassword(save.variables) : undefined;

  const submit = (profile: Profile) => {
    setMode('view');
    save.mutate(profile, {
      onSuccess: ({ text }) => notify(text),
      onError: () => setMode('edit'),
    });
  };
  const cancel = () => {
    save.reset();
    setMode('view');
  };

  const edit = (
    <Button
      autoFocus={mode === 'view'}
      loading={save.isPending}
      loadingText={messages.saving}
      onClick={() => setMode('edit')}
    >
      {appMessages.edit}
    </Button>
  );
  return (
    <Box width="full" maxW="form">
      <PageHeading
        title={messages.title}
        about={messages.about}
        action={user && mode !== 'edit' ? edit : undefined}
      />
      <Box p={{ base: '4', md: '6' }} bg="bg.surface" borderWidth="1px" borderRadius="md">
        {user && mode === 'edit' && (
          <ProfileForm
            start={{ ...user, ...typed }}
            guardedEmail={guarded ? user.email : undefined}
            failure={save.error}
            onSubmit={submit}
            onCancel={cancel}
          />
        )}
        {user && mode !== 'edit' && <ProfileView user={{ ...user, ...typed }} />}
        {!user && !error && <Skeleton height="12rem" />}
        {!user && error && (
          <Box role="alert">
            <p>{errorMessage(error.message)}</p>
            <Button mt="4" variant="outline" colorPalette="neutral" onClick={() => void refetch()}>
              {appMessages.tryAgain}
            </Button>
          </Box>
        )}
      </Box>
      {user && guarded && <PasswordSection />}
      {user && guarded && <SessionsSection />}
    </Box>
  );
}

/** Returns what was typed, to be shown again: never the password. */
const withoutPassword = ({ current_password: _, ...profile }: Profile): Profile => profile;
