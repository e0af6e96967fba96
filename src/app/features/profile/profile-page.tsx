import { Box, Button, chakra, Link, Skeleton } from '@chakra-ui/react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { request } from '#app/api/client.ts';
import { useConnection } from '#app/api/connection.ts';
import { keys } from '#app/cache/query-keys.ts';
import { asOf } from '#app/lib/branch-day.ts';
import { messages as appMessages, errorMessage } from '#app/lib/texts.en.ts';
import { branchQuery, userQuery } from '#app/reads/branch-queries.ts';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { PasswordField } from '#app/ui/password-field.tsx';
import { Section } from '#app/ui/surface.tsx';
import { notify } from '#app/ui/toast/notify.ts';
import { typedText } from '#app/ui/typed-text.tsx';
import { type User, user } from '#contract/account.ts';
import { paths } from '#contract/http.ts';
import { FormEnd, failureMessage, fieldProblems } from './form-end.tsx';
import { useSaveProfile } from './profile-calls.ts';
import { DailyMail, PasswordSection, type Profile, ProfileForm } from './profile-form.tsx';
import { SecondFactorSection } from './second-factor-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { messages } from './texts.en.ts';

interface SingleSignOnProps {
  readonly name: string;
  readonly since: string;
}

/** Decision 161. A removal that is sent twice changes nothing more, so nothing is kept of a lost answer. */
function SingleSignOn({ name, since }: SingleSignOnProps) {
  const [open, setOpen] = useState(false);
  const offline = useConnection() === 'offline';
  return (
    <Section title={messages.signOn} about={messages.signOnAbout({ name })}>
      <chakra.p mb="4">{messages.signOnSince({ name, since: asOf(since) })}</chakra.p>
      {open ? (
        <RemoveForm name={name} onClose={() => setOpen(false)} />
      ) : (
        <Button variant="outline" colorPalette="refused" disabled={offline} onClick={() => setOpen(true)}>
          {messages.signOnRemove}
        </Button>
      )}
      {offline && (
        <chakra.p mt="1" fontSize="sm" color="fg.muted">
          {messages.dailyMailOffline}
        </chakra.p>
      )}
    </Section>
  );
}

function RemoveForm({ name, onClose }: { readonly name: string; readonly onClose: () => void }) {
  const client = useQueryClient();
  const [password, setPassword] = useState('');
  const [shown, setShown] = useState(false);
  const remove = useMutation({
    // A password must not stay in memory.
    gcTime: 0,
    mutationFn: (current_password: string) =>
      request({
        method: 'PATCH',
        path: paths.user,
        body: { remove_single_sign_on: true, current_password },
        answer: user,
      }),
    onSuccess: (answer) => {
      client.setQueryData(keys.user, answer);
      notify(messages.signOnRemoved({ name }));
    },
  });
  const [refused] = fieldProblems(remove.error, ['current_password']);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    remove.mutate(password);
  };
  return (
    <chakra.form noValidate display="grid" gap="4" onSubmit={submit}>
      <PasswordField
        label={messages.currentPassword}
        error={refused?.message}
        autoFocus
        autoComplete="current-password"
        shown={shown}
        onToggle={() => setShown(!shown)}
        value={password}
        onChange={({ target }) => setPassword(target.value)}
      />
      <FormEnd
        problem={remove.error && !refused ? failureMessage(remove.error) : undefined}
        submitLabel={messages.signOnRemove}
        isSaving={remove.isPending}
        onCancel={onClose}
      />
    </chakra.form>
  );
}

function accountTypeText(type: string): string {
  if (type === 'staff') return messages.staff;
  return type === 'manager' ? messages.manager : type;
}

function ProfileView({ user }: { readonly user: User }) {
  const type = user.account_type;
  return (
    <chakra.dl display="grid" gap="4" gridTemplateColumns={{ sm: '1fr 1fr' }}>
      <Term term={messages.firstName} text={user.first_name} />
      <Term term={messages.lastName} text={user.last_name} />
      <Term
        term={messages.email}
        text={user.email}
        note={user.pending_email ? messages.emailWaiting({ email: user.pending_email }) : undefined}
      />
      {type && (
        <Term term={messages.accountType} text={accountTypeText(type)}>
          {user.permissions && (
            <Link asChild minHeight="target">
              <RouterLink to="/permissions">{messages.whoMayDoWhat}</RouterLink>
            </Link>
          )}
        </Term>
      )}
    </chakra.dl>
  );
}

interface TermProps {
  readonly term: string;
  readonly text: string;
  readonly note?: string | undefined;
  readonly children?: ReactNode;
}

function Term({ term, text, note, children }: TermProps) {
  return (
    <div>
      <chakra.dt fontSize="sm" color="fg.muted">
        {term}
      </chakra.dt>
      <chakra.dd {...typedText(text)} overflowWrap="anywhere" fontWeight="medium">
        {text || '–'}
        {note && (
          <chakra.span display="block" mt="1" fontSize="sm" fontWeight="normal" color="fg.muted">
            {note}
          </chakra.span>
        )}
      </chakra.dd>
      {children && <chakra.dd>{children}</chakra.dd>}
    </div>
  );
}

/** Submitting leaves edit mode at once (specification, section 4). A rejection brings it back with the typed values. */
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
      {user?.daily_mail !== undefined && <DailyMail wanted={user.daily_mail} email={user.email} />}
      {user && guarded && <PasswordSection />}
      {user?.single_sign_on && <SingleSignOn {...user.single_sign_on} />}
      {user && branch?.second_factor && <SecondFactorSection />}
      {user && guarded && <SessionsSection />}
    </Box>
  );
}

const withoutPassword = ({ current_password: _, ...profile }: Profile): Profile => profile;
