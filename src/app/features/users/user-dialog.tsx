import { Button, Dialog, Flex } from '@chakra-ui/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMemo, useState } from 'react';
import { type Path, type Resolver, useController, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { ApiError } from '#app/api/api-error.ts';
import { choiceControl } from '#app/fields/choice.tsx';
import { textControl } from '#app/fields/text.tsx';
import { DialogFormFooter } from '#app/ui/dialog-form-footer.tsx';
import { DialogFrame } from '#app/ui/dialog-frame.tsx';
import { ErrorLine } from '#app/ui/error-line.tsx';
import type { Choices } from '#contract/choices.ts';
import { choice, text } from '#contract/fields.ts';
import { messages } from './texts.en.ts';

const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 3;
const GROUP_LENGTH = 4;

/** Can be read aloud: "k7hm-p2wd-9xra", about 59 bits. */
function suggestPassword(): string {
  const letter = () => {
    // Rejects the values above the largest multiple, so that every letter is as likely.
    const limit = 256 - (256 % LETTERS.length);
    for (;;) {
      const [value = 255] = crypto.getRandomValues(new Uint8Array(1));
      if (value < limit) return LETTERS[value % LETTERS.length];
    }
  };
  const group = () => Array.from({ length: GROUP_LENGTH }, letter).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

type FieldName = 'branch' | 'email' | 'first_name' | 'last_name' | 'account_type' | 'password';
type UserValues = Partial<Record<FieldName, string>>;

const roleChoices = () => [
  { value: 'staff', label: messages.staff },
  { value: 'manager', label: messages.manager },
];

const fieldsOf = (branches: Choices) => ({
  branch: choice(() => messages.branch, branches),
  email: text(() => messages.email),
  first_name: text(() => messages.firstName),
  last_name: text(() => messages.lastName),
  account_type: choice(() => messages.role, roleChoices()),
  password: text(() => messages.password),
});

interface UserDialogProps {
  readonly title: string;
  readonly submitLabel: string;
  readonly start: UserValues;
  /** What `branch` offers. */
  readonly branches?: Choices;
  readonly schema: z.ZodType<UserValues, UserValues>;
  readonly onSubmit: (values: UserValues) => Promise<void>;
  readonly onClose: () => void;
}

const NO_BRANCHES: Choices = [];

export function UserDialog(props: UserDialogProps) {
  const { title, submitLabel, start, branches = NO_BRANCHES, schema, onSubmit, onClose } = props;
  const form = useForm<UserValues>({
    defaultValues: start,
    resolver: zodResolver(schema) as Resolver<UserValues>,
  });
  const [problem, setProblem] = useState<string>();
  const names = Object.keys(start).filter((name): name is FieldName => name in start);

  const submit = form.handleSubmit(async (values) => {
    setProblem(undefined);
    try {
      await onSubmit(values);
      onClose();
    } catch (failure) {
      const rejection = failure instanceof ApiError ? failure : undefined;
      const atFields = rejection?.fields.filter(({ field }) => field in start) ?? [];
      for (const { field, message } of atFields) form.setError(field as Path<UserValues>, { message });
      if (atFields.length === 0) setProblem(rejection?.detail ?? rejection?.message ?? messages.notSaved);
    }
  });

  return (
    <DialogFrame title={title} size="md" onClose={onClose}>
      <form noValidate onSubmit={submit}>
        <Dialog.Body>
          <Flex direction="column" gap="4">
            {names.map((name) => (
              <UserField key={name} name={name} form={form} branches={branches} />
            ))}
            {problem !== undefined && <ErrorLine message={problem} />}
          </Flex>
        </Dialog.Body>
        <DialogFormFooter
          submitLabel={submitLabel}
          isSubmitting={form.formState.isSubmitting}
          onCancel={onClose}
        />
      </form>
    </DialogFrame>
  );
}

interface UserFieldProps {
  readonly name: FieldName;
  readonly form: ReturnType<typeof useForm<UserValues>>;
  readonly branches: Choices;
}

function UserField({ name, form, branches }: UserFieldProps) {
  const { field, fieldState } = useController({ control: form.control, name });
  const definitions = useMemo(() => fieldsOf(branches), [branches]);
  const { Input } = name === 'account_type' || name === 'branch' ? choiceControl : textControl;
  return (
    <Flex direction="column" gap="2" align="stretch">
      <Input
        name={name}
        field={definitions[name]}
        value={field.value ?? ''}
        onChange={field.onChange}
        onBlur={field.onBlur}
        inputRef={field.ref}
        error={fieldState.error?.message}
        help={name === 'password' ? messages.passwordHelp : undefined}
      />
      {name === 'password' && (
        <Button
          alignSelf="start"
          size="sm"
          minHeight="11"
          variant="outline"
          colorPalette="neutral"
          onClick={() => form.setValue('password', suggestPassword(), { shouldValidate: true })}
        >
          {messages.suggest}
        </Button>
      )}
    </Flex>
  );
}
