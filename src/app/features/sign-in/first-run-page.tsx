import { Button, Field, Input, NativeSelect } from '@chakra-ui/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { type FormEvent, useState } from 'react';
import { useForm } from 'react-hook-form';
import { ApiError } from '#app/api/api-error.ts';
import { request } from '#app/api/client.ts';
import { signIn } from '#app/cache/sign-in.ts';
import { currentDay } from '#app/lib/branch-day.ts';
import { useDocumentTitle } from '#app/lib/document-title.ts';
import { suggestedName } from '#app/resources/month/month-state.ts';
import { FieldError } from '#app/ui/field-error.tsx';
import { PasswordField } from '#app/ui/password-field.tsx';
import { hoursOfBeginning } from '#contract/day-settings.ts';
import type { FieldProblem } from '#contract/errors.ts';
import { SETUP_PATH, type SetupBody, setupBody, setupDone } from '#contract/setup.ts';
import { messages } from './first-run-texts.en.ts';
import { AuthCard, AuthHeading, EmailInput, FormMessage, isInsecure, SubmitButton } from './form-parts.tsx';
import styles from './sign-in.module.css';
import { messages as signInMessages } from './texts.en.ts';

export const firstRunResolver = zodResolver(setupBody);

/** After a lost answer the same values sign in. Returns the problem; undefined on success. */
export async function submitFirstRun(
  body: SetupBody,
): Promise<{ readonly message: string; readonly fields: readonly FieldProblem[] } | undefined> {
  try {
    await request({ method: 'POST', path: SETUP_PATH, body, open: true, answer: setupDone }).catch(
      (error: unknown) => {
        if (!(error instanceof ApiError) || error.status !== 409) throw error;
      },
    );
    await signIn(body.email, body.password);
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { kind, status, message, detail, fields } = error;
    const isOffline = kind === 'transient' && status === undefined;
    return { message: isOffline ? messages.needsConnection : (detail ?? message), fields };
  }
}

const empty = {
  code: '',
  branch: '',
  address: '',
  first_name: '',
  last_name: '',
  email: '',
  password: '',
};

type FieldName = keyof typeof empty | 'month' | 'time_zone';

const zones = 'time-zones';
const deviceZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

const branchFields = [
  { name: 'code', label: 'code', autoComplete: 'one-time-code', dir: 'ltr' },
  { name: 'branch', label: 'branch', autoComplete: 'organization', dir: 'auto' },
  { name: 'address', label: 'address', autoComplete: 'off', dir: 'auto' },
  { name: 'time_zone', label: 'timeZone', autoComplete: 'off', dir: 'ltr' },
] as const;
const personFields = [
  { name: 'first_name', label: 'firstName', autoComplete: 'given-name', dir: 'auto' },
  { name: 'last_name', label: 'lastName', autoComplete: 'family-name', dir: 'auto' },
] as const;

interface FirstRunPageProps {
  readonly onSignedIn: () => void;
  readonly onSkip: () => void;
}

export function FirstRunPage({ onSignedIn, onSkip }: FirstRunPageProps) {
  useDocumentTitle(messages.title);
  const [shown, setShown] = useState(false);
  const [month] = useState(() => suggestedName([], currentDay()));
  const { register, handleSubmit, setError, setFocus, formState } = useForm({
    resolver: firstRunResolver,
    defaultValues: { ...empty, month, time_zone: deviceZone(), day_begins: '0' },
  });
  const { errors, isSubmitting } = formState;

  const send = handleSubmit(async (body) => {
    if (isInsecure()) return;
    const problem = await submitFirstRun(body);
    if (!problem) return onSignedIn();
    const known = problem.fields.filter((one): one is typeof one & { field: FieldName } =>
      [...Object.keys(empty), 'month', 'time_zone'].includes(one.field),
    );
    for (const { field, message } of known) setError(field, { message });
    if (known[0]) setFocus(known[0].field);
    else setError('root', { message: problem.message });
  });
  const submit = (event: FormEvent) =>
    void send(event).catch(() => setError('root', { message: messages.needsConnection }));

  const plain = ({ name, label, autoComplete, dir }: (typeof branchFields | typeof personFields)[number]) => (
    <Field.Root key={name} invalid={!!errors[name]}>
      <Field.Label>{messages[label]}</Field.Label>
      <Input
        dir={dir}
        autoComplete={autoComplete}
        autoCapitalize="none"
        list={name === 'time_zone' ? zones : undefined}
        {...register(name)}
      />
      <FieldError>{errors[name]?.message}</FieldError>
    </Field.Root>
  );
  return (
    <AuthCard>
      <AuthHeading>{messages.title}</AuthHeading>
      <p className={styles.about}>{messages.about}</p>
      <form className={styles.form} noValidate onSubmit={submit}>
        {branchFields.map(plain)}
        <datalist id={zones}>
          {Intl.supportedValuesOf?.('timeZone').map((zone) => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
        <Field.Root>
          <Field.Label>{messages.dayBegins}</Field.Label>
          <NativeSelect.Root>
            <NativeSelect.Field {...register('day_begins')}>
              {hoursOfBeginning.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </NativeSelect.Field>
            <NativeSelect.Indicator />
          </NativeSelect.Root>
          <Field.HelperText>{messages.dayBeginsHelp}</Field.HelperText>
        </Field.Root>
        <h2 className={styles.subheading}>{messages.you}</h2>
        <div className={styles.pair}>{personFields.map(plain)}</div>
        <Field.Root invalid={!!errors.email}>
          <Field.Label>{signInMessages.email}</Field.Label>
          <EmailInput {...register('email')} />
          <FieldError>{errors.email?.message}</FieldError>
        </Field.Root>
        <PasswordField
          label={signInMessages.password}
          error={errors.password?.message}
          autoComplete="new-password"
          shown={shown}
          onToggle={() => setShown(!shown)}
          {...register('password')}
        />
        <Field.Root invalid={!!errors.month}>
          <Field.Label>{messages.month}</Field.Label>
          <Input dir="auto" autoComplete="off" {...register('month')} />
          <Field.HelperText>{messages.monthHelp}</Field.HelperText>
          <FieldError>{errors.month?.message}</FieldError>
        </Field.Root>
        <FormMessage problem={errors.root?.message} offline={messages.needsConnection} />
        <SubmitButton isSubmitting={isSubmitting} submitting={messages.submitting}>
          {messages.submit}
        </SubmitButton>
        <Button width="full" variant="plain" colorPalette="neutral" onClick={onSkip}>
          {messages.skip}
        </Button>
      </form>
    </AuthCard>
  );
}
