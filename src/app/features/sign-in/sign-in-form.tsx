import { Button, chakra, Field, Flex, IconButton, Input } from '@chakra-ui/react';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CloudOff from 'lucide-react/icons/cloud-off';
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { type FormEvent, type ReactNode, useState } from 'react';
import { type Resolver, useForm } from 'react-hook-form';
import { useConnection } from '#app/data/connection.ts';
import { Callout } from '#app/shell/callout.tsx';

const NO_CONNECTION = 'Signing in needs a connection. Check the network, then try again.';

/** Schemas and the API client: fetched when a person begins to type, not before the page can be used. */
const loadSubmit = () => import('./submit-sign-in.ts');

interface Login {
  email: string;
  password: string;
}

const prefetch = () => void loadSubmit().catch(() => undefined);

const resolver: Resolver<Login> = async (...form) => (await loadSubmit()).loginResolver(...form);

/** Email and password. A refusal stands over the button in the host's own words (specification, section 8). */
export function SignInForm({ onSignedIn }: { readonly onSignedIn: () => void }) {
  const [shown, setShown] = useState(false);
  const offline = useConnection() === 'offline';
  const { register, handleSubmit, setError, setFocus, formState } = useForm<Login>({
    resolver,
    defaultValues: { email: '', password: '' },
  });
  const { errors, isSubmitting } = formState;

  const send = async ({ email, password }: Login) => {
    const problem = await (await loadSubmit()).submitSignIn(email, password);
    if (problem === undefined) return onSignedIn();
    setError('root', { message: problem });
    setFocus('password', { shouldSelect: true });
  };
  // What remains to fail is fetching the part that asks.
  const submit = (event: FormEvent) =>
    void handleSubmit(send)(event).catch(() => setError('root', { message: NO_CONNECTION }));

  return (
    <chakra.form noValidate display="grid" gap="4" onFocus={prefetch} onSubmit={submit}>
      <Field.Root invalid={!!errors.email}>
        <Field.Label>Email</Field.Label>
        <Input
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          {...register('email')}
        />
        <Problem>{errors.email?.message}</Problem>
      </Field.Root>
      <Field.Root invalid={!!errors.password}>
        <Field.Label>Password</Field.Label>
        <Flex position="relative" width="full">
          <Input
            type={shown ? 'text' : 'password'}
            autoComplete="current-password"
            autoCapitalize="none"
            spellCheck={false}
            dir="ltr"
            pe="12"
            {...register('password')}
          />
          <IconButton
            variant="plain"
            colorPalette="neutral"
            position="absolute"
            insetInlineEnd="0"
            color="fg.muted"
            aria-label={shown ? 'Hide password' : 'Show password'}
            onClick={() => setShown(!shown)}
          >
            {shown ? <EyeOff size={18} /> : <Eye size={18} />}
          </IconButton>
        </Flex>
        <Problem>{errors.password?.message}</Problem>
      </Field.Root>
      {offline && !errors.root && (
        <Callout tone="waiting" icon={<CloudOff size={18} aria-hidden />}>
          {NO_CONNECTION}
        </Callout>
      )}
      {errors.root && (
        <Callout tone="refused" icon={<CircleAlert size={18} aria-hidden />}>
          {errors.root.message}
        </Callout>
      )}
      <Button type="submit" size="lg" width="full" loading={isSubmitting} loadingText="Logging in">
        Login
      </Button>
    </chakra.form>
  );
}

function Problem({ children }: { readonly children: ReactNode }) {
  if (!children) return null;
  return (
    <Field.ErrorText>
      <CircleAlert size={16} aria-hidden />
      {children}
    </Field.ErrorText>
  );
}
