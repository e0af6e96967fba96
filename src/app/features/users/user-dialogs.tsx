import { Button, chakra, Flex } from '@chakra-ui/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type Path, type Resolver, useController, useForm } from 'react-hook-form';
import { z } from 'zod';
import { ApiError } from '#app/api/api-error.ts';
import { choiceControl } from '#app/fields/choice.tsx';
import { textControl } from '#app/fields/text-inputs.tsx';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { branchQuery } from '#app/reads/branch-queries.ts';
import { isManagedByPerson, useBranchesOfPerson } from '#app/reads/branches-of-person.ts';
import { openDrawersQuery } from '#app/reads/drawer-queries.ts';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { DialogForm, DialogFrame } from '#app/ui/dialog-frame.tsx';
import { ErrorLine } from '#app/ui/error-line.tsx';
import { notify } from '#app/ui/toast/notify.ts';
import { displayName, type OwnBranch } from '#contract/account.ts';
import type { Choices } from '#contract/choices.ts';
import { choice, text } from '#contract/fields.ts';
import { formatMoney, parsePiastres } from '#contract/money.ts';
import { type BranchUser, joinBody, newUserBody, userPatchBody } from '#contract/users.ts';
import { messages } from './texts.en.ts';
import {
  changeUserCall,
  disableUserCall,
  enableUserCall,
  useAddUser,
  useChangeUser,
  useJoinBranch,
  useResetFactor,
  userPasswordCall,
} from './user-calls.ts';

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
  readonly branches?: Choices;
  readonly schema: z.ZodType<UserValues, UserValues>;
  readonly onSubmit: (values: UserValues) => Promise<void>;
  readonly onClose: () => void;
}

const NO_BRANCHES: Choices = [];

function UserDialog(props: UserDialogProps) {
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
      <DialogForm
        onSubmit={submit}
        submitLabel={submitLabel}
        isSubmitting={form.formState.isSubmitting}
        onCancel={onClose}
      >
        <Flex direction="column" gap="4">
          {names.map((name) => (
            <UserField key={name} name={name} form={form} branches={branches} />
          ))}
          {problem !== undefined && <ErrorLine message={problem} />}
        </Flex>
      </DialogForm>
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

const chosenBranch = joinBody.extend({
  branch: z.string().min(1, { error: () => messages.chooseBranch }),
});

interface UserActionProps {
  readonly user: BranchUser;
  readonly onClose: () => void;
}

export function AddUserDialog({ onClose }: { readonly onClose: () => void }) {
  const add = useAddUser();
  return (
    <UserDialog
      title={messages.addUser}
      submitLabel={messages.addUser}
      start={{ first_name: '', last_name: '', email: '', account_type: 'staff', password: '' }}
      schema={newUserBody}
      onSubmit={async (values) => {
        const { text } = await add.mutateAsync(newUserBody.parse(values));
        notify(text);
      }}
      onClose={onClose}
    />
  );
}

/** Name and password are changed in the home branch (decision 159). */
const ofUserFromElsewhere = userPatchBody.pick({ account_type: true });
const ofHomeUser = userPatchBody.pick({ first_name: true, last_name: true, account_type: true });

export function EditUserDialog({ user, onClose }: UserActionProps) {
  const save = useChangeUser(changeUserCall);
  const isHere = !user.home_branch;
  const { first_name, last_name, account_type } = user;
  return (
    <UserDialog
      title={messages.edit({ name: displayName(user) })}
      submitLabel={appMessages.save}
      start={isHere ? { first_name, last_name, account_type } : { account_type }}
      schema={isHere ? ofHomeUser : ofUserFromElsewhere}
      onSubmit={async (values) => {
        const { text } = await save.mutateAsync({ user, body: userPatchBody.parse(values) });
        notify(text);
      }}
      onClose={onClose}
    />
  );
}

export const branchesToJoin = (others: readonly OwnBranch[], { home_branch }: BranchUser) =>
  others.filter((branch) => isManagedByPerson(branch) && branch.name !== home_branch);

export function JoinBranchDialog({ user, onClose }: UserActionProps) {
  const join = useJoinBranch();
  const { others } = useBranchesOfPerson();
  const [branches] = useState(() =>
    branchesToJoin(others, user).map(({ id, name }) => ({ value: id, label: name })),
  );
  const [first, ...more] = branches;
  return (
    <UserDialog
      title={messages.letWorkElsewhereOf({ name: displayName(user) })}
      submitLabel={messages.addToBranch}
      start={{ branch: more.length === 0 ? (first?.value ?? '') : '', account_type: 'staff' }}
      branches={branches}
      schema={chosenBranch}
      onSubmit={async (values) => {
        const { text } = await join.mutateAsync({ user, body: joinBody.parse(values) });
        notify(text);
      }}
      onClose={onClose}
    />
  );
}

export function PasswordDialog({ user, onClose }: UserActionProps) {
  const save = useChangeUser(userPasswordCall);
  const name = displayName(user);
  return (
    <UserDialog
      title={messages.newPasswordFor({ name })}
      submitLabel={appMessages.save}
      start={{ password: '' }}
      schema={newUserBody.pick({ password: true })}
      onSubmit={async (values) => {
        const { text } = await save.mutateAsync({ user, body: userPatchBody.parse(values) });
        notify(text);
      }}
      onClose={onClose}
    />
  );
}

function UncountedMoney({ user }: { readonly user: BranchUser }) {
  const { data: branch } = useQuery(branchQuery());
  const { data, error } = useQuery({ ...openDrawersQuery(), enabled: branch?.closes === true, staleTime: 0 });
  const drawer = data?.drawers.find((one) => one.user === user.id);
  if (branch?.closes !== true || (data && !drawer)) return null;
  const text = () => {
    if (drawer && drawer.unfinished !== null) return messages.waitsForReason;
    if (drawer)
      return messages.uncounted({
        amount: formatMoney(parsePiastres(drawer.expected)),
        count: drawer.count,
      });
    return error ? messages.uncountedUnread : messages.uncountedLoading;
  };
  return (
    <chakra.p
      role="status"
      marginBlockStart="3"
      padding="3"
      borderRadius="md"
      background="waiting.soft"
      color="waiting.fg"
    >
      {text()}
    </chakra.p>
  );
}

export function DisableDialog({ user, onClose }: UserActionProps) {
  const [{ disabled_at }] = useState(user);
  const disables = disabled_at === null;
  const save = useChangeUser(disables ? disableUserCall : enableUserCall);
  const name = displayName(user);
  const confirm = () =>
    save.mutate(
      { user, body: { disabled: disables } },
      {
        onSuccess: ({ text }) => {
          notify(text);
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      title={disables ? messages.disableTitle({ name }) : messages.enableTitle({ name })}
      text={disables ? messages.disableText : messages.enableText}
      label={disables ? messages.disable : messages.enable}
      isDestructive={disables}
      isPending={save.isPending}
      problem={save.error?.message}
      onConfirm={confirm}
      onClose={onClose}
    >
      {disables && <UncountedMoney user={user} />}
    </ConfirmDialog>
  );
}

export function ResetFactorDialog({ user, onClose }: UserActionProps) {
  const reset = useResetFactor();
  const confirm = () =>
    reset.mutate(user, {
      onSuccess: ({ text }) => {
        notify(text);
        onClose();
      },
    });
  return (
    <ConfirmDialog
      title={messages.resetFactorTitle({ name: displayName(user) })}
      text={messages.resetFactorText}
      label={messages.resetFactor}
      isDestructive
      isPending={reset.isPending}
      problem={reset.error?.message}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
