import { Field, Link } from '@chakra-ui/react';
import Clock from 'lucide-react/icons/clock';
import { type FormEvent, lazy, Suspense, useEffect, useState } from 'react';
import { type Resolver, useForm } from 'react-hook-form';
import { Link as RouterLink, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { reloadOnceForChunk } from '#app/api/chunk-load-error.ts';
import { databaseMayExist } from '#app/lib/database-exists.ts';
import { useDocumentTitle } from '#app/lib/document-title.ts';
import { whenIdle } from '#app/lib/idle-work.ts';
import { withTexts } from '#app/lib/language.ts';
import { RESET_PATH, redirectAfterLogin } from '#app/lib/redirect-after-login.ts';
import { Callout } from '#app/ui/callout.tsx';
import { FieldError } from '#app/ui/field-error.tsx';
import { PasswordField } from '#app/ui/password-field.tsx';
import {
  AuthCard,
  EmailInput,
  FormMessage,
  isInsecure,
  SubmitButton,
  SuccessMessage,
} from './form-parts.tsx';
import styles from './sign-in.module.css';
import type { AskedForFactor } from './submit-sign-in.ts';
import { messages } from './texts.en.ts';

/** Loads on the first focus, so that schemas and API client do not delay the page. */
const loadSubmit = () => import('./submit-sign-in.ts');

interface Login {
  email: string;
  password: string;
}

const prefetch = () => void loadSubmit().catch(() => undefined);

const resolver: Resolver<Login> = async (...form) => (await loadSubmit()).loginResolver(...form);

interface SignInFormProps {
  readonly onSignedIn: () => void;
  readonly onFactor: (asked: AskedForFactor) => void;
}

export function SignInForm({ onSignedIn, onFactor }: SignInFormProps) {
  const [shown, setShown] = useState(false);
  const { register, handleSubmit, setError, setFocus, formState } = useForm<Login>({
    resolver,
    defaultValues: { email: '', password: '' },
  });
  const { errors, isSubmitting } = formState;

  const send = async ({ email, password }: Login) => {
    if (isInsecure()) return;
    const problem = await (await loadSubmit()).submitSignIn(email, password);
    if (problem === undefined) return onSignedIn();
    if (typeof problem === 'object') return onFactor(problem);
    setError('root', { message: problem });
    setFocus('password', { shouldSelect: true });
  };
  // Only loading the chunk can still fail here. A browser caches that failure until the page is reloaded.
  const submit = (event: FormEvent) =>
    void handleSubmit(send)(event).catch((error: unknown) => {
      if (!reloadOnceForChunk(error)) setError('root', { message: messages.signInNeedsConnection });
    });

  return (
    <form className={styles.form} noValidate onFocus={prefetch} onSubmit={submit}>
      <Field.Root invalid={!!errors.email}>
        <Field.Label>{messages.email}</Field.Label>
        <EmailInput {...register('email')} />
        <FieldError>{errors.email?.message}</FieldError>
      </Field.Root>
      <PasswordField
        label={messages.password}
        error={errors.password?.message}
        autoComplete="current-password"
        shown={shown}
        onToggle={() => setShown(!shown)}
        {...register('password')}
      />
      <FormMessage problem={errors.root?.message} offline={messages.signInNeedsConnection} />
      <SubmitButton isSubmitting={isSubmitting} submitting={messages.loggingIn}>
        {messages.login}
      </SubmitButton>
    </form>
  );
}

/** Path of contract/setup.ts, repeated because the first paint must not load its schema. */
const SETUP_URL = `${import.meta.env.VITE_API_URL ?? '/api'}/setup/`;

interface ServerFacts {
  readonly required: boolean;
  readonly single_sign_on?: string;
}

async function readFacts(signal: AbortSignal): Promise<ServerFacts> {
  const response = await fetch(SETUP_URL, { signal, headers: { Accept: 'application/json' } });
  const state: unknown = response.ok ? await response.json() : undefined;
  if (typeof state !== 'object' || state === null) return { required: false };
  return {
    required: 'required' in state && state.required === true,
    ...('single_sign_on' in state && { single_sign_on: String(state.single_sign_on) }),
  };
}

/** `required` is true until the server has its first user. Other servers have no such call. */
function useServerFacts(): ServerFacts & { readonly skip: () => void } {
  const [facts, setFacts] = useState<ServerFacts>({ required: false });
  useEffect(() => {
    const left = new AbortController();
    readFacts(left.signal).then(setFacts, () => undefined);
    return () => left.abort();
  }, []);
  return { ...facts, skip: () => setFacts({ ...facts, required: false }) };
}

/** Repeated here: the outbox module must not load before the database is known to exist. */
const OUTBOX_DATABASE = 'branch-desk-outbox';

const MAX_IDLE_WAIT = 2_000;

/** Counts the entries of all users. Opens the outbox only after the form is rendered. */
async function countPending(): Promise<number> {
  if (!(await databaseMayExist(OUTBOX_DATABASE))) return 0;
  await whenIdle(MAX_IDLE_WAIT);
  const { pendingByOwner: waitingOnDevice } = await import('#app/outbox/sender/sign-out.ts');
  return (await waitingOnDevice()).reduce((sum, { count }) => sum + count, 0);
}

/** Never shows owners or contents of the entries (docs/offline-protocol.md, sign-out). */
function WaitingOnDevice() {
  const [count, setCount] = useState(0);
  useEffect(() => {
    let mounted = true;
    countPending().then(
      (counted) => mounted && setCount(counted),
      // Without access to the storage there is no count; signing in still works.
      () => undefined,
    );
    return () => {
      mounted = false;
    };
  }, []);

  if (count === 0) return null;
  return (
    <div className={styles.waiting}>
      <Callout tone="waiting" icon={<Clock size={18} aria-hidden />}>
        {messages.pendingOnDevice({ count })}
      </Callout>
    </div>
  );
}

const FirstRunPage = lazy(async () => ({
  default: (await withTexts(() => import('./first-run-page.tsx'))).FirstRunPage,
}));

const SingleSignOn = lazy(async () => ({
  default: (await withTexts(() => import('./single-sign-on.tsx'))).SingleSignOn,
}));

const SecondStep = lazy(async () => ({
  default: (await withTexts(() => import('./second-step.tsx'))).SecondStep,
}));

const cameBack = () => location.hash.startsWith('#sso');

function messageIn(state: unknown): string | undefined {
  const message =
    typeof state === 'object' && state !== null && 'message' in state ? state.message : undefined;
  return typeof message === 'string' ? message : undefined;
}

export function SignInPage() {
  useDocumentTitle(messages.signInTitle);
  const facts = useServerFacts();
  const [isBack] = useState(cameBack);
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const message = messageIn(useLocation().state);
  const [asked, setAsked] = useState<AskedForFactor>();
  const goOn = () => void navigate(redirectAfterLogin(search), { replace: true });
  if (facts.required) {
    return (
      <Suspense>
        <FirstRunPage onSignedIn={goOn} onSkip={facts.skip} />
      </Suspense>
    );
  }
  if (asked) {
    return (
      <Suspense>
        <SecondStep {...asked} onSignedIn={goOn} onBack={() => setAsked(undefined)} />
      </Suspense>
    );
  }
  return (
    <AuthCard below={<WaitingOnDevice />}>
      <h1 className={styles.welcome}>{messages.welcome}</h1>
      <p className={styles.introduction}>{messages.introduction}</p>
      {message && (
        <div className={styles.success}>
          <SuccessMessage>{message}</SuccessMessage>
        </div>
      )}
      <SignInForm onSignedIn={goOn} onFactor={setAsked} />
      {(isBack || facts.single_sign_on !== undefined) && (
        <Suspense>
          <SingleSignOn name={facts.single_sign_on} onSignedIn={goOn} />
        </Suspense>
      )}
      <div className={styles.forgotten}>
        <Link asChild>
          <RouterLink to={{ pathname: RESET_PATH, search: search.toString() }}>
            {messages.forgottenLink}
          </RouterLink>
        </Link>
      </div>
    </AuthCard>
  );
}
