import { Flex } from '@chakra-ui/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useController, useForm } from 'react-hook-form';
import { ApiError } from '#app/api/api-error.ts';
import { textControl } from '#app/fields/text-inputs.tsx';
import { currentDay } from '#app/lib/branch-day.ts';
import { monthsQuery } from '#app/reads/branch-queries.ts';
import { DialogForm, DialogFrame } from '#app/ui/dialog-frame.tsx';
import { ErrorLine } from '#app/ui/error-line.tsx';
import { notify } from '#app/ui/toast/notify.ts';
import { text } from '#contract/fields.ts';
import { monthBody } from '#contract/month.ts';
import { sentences } from '#contract/texts/sentences.en.ts';
import { useCreateMonth } from './month-calls.ts';
import { suggestedName } from './month-state.ts';
import { messages } from './texts.en.ts';

interface MonthNameDialogProps {
  readonly title: string;
  readonly submitLabel: string;
  readonly name?: string;
  readonly help?: string;
  readonly onSubmit: (name: string) => Promise<void>;
  readonly otherwise: string;
  readonly onClose: () => void;
}

export function MonthNameDialog(props: MonthNameDialogProps) {
  const { title, submitLabel, name = '', help, onSubmit, otherwise, onClose } = props;
  const form = useForm({ defaultValues: { name }, resolver: zodResolver(monthBody) });
  const { field, fieldState } = useController({ control: form.control, name: 'name' });
  const nameField = useMemo(() => text(() => messages.nameLabel), []);
  const [problem, setProblem] = useState<string>();

  const submit = form.handleSubmit(async (body) => {
    setProblem(undefined);
    try {
      await onSubmit(body.name);
      onClose();
    } catch (failure) {
      const rejection = failure instanceof ApiError ? failure : undefined;
      const nameError = rejection?.fields.find((one) => one.field === 'name');
      if (nameError) form.setError('name', { message: nameError.message }, { shouldFocus: true });
      else
        setProblem(
          rejection?.kind === 'rejected'
            ? (rejection.detail ?? otherwise)
            : (rejection?.message ?? otherwise),
        );
    }
  });

  return (
    <DialogFrame title={title} onClose={onClose}>
      <DialogForm
        onSubmit={submit}
        submitLabel={submitLabel}
        isSubmitting={form.formState.isSubmitting}
        onCancel={onClose}
      >
        <Flex direction="column" gap="3">
          <textControl.Input
            name="name"
            field={nameField}
            value={field.value}
            onChange={field.onChange}
            onBlur={field.onBlur}
            inputRef={field.ref}
            error={fieldState.error?.message}
            help={help}
          />
          {problem !== undefined && <ErrorLine message={problem} />}
        </Flex>
      </DialogForm>
    </DialogFrame>
  );
}

interface CreateMonthDialogProps {
  readonly title: string;
  readonly onClose: () => void;
}

export function CreateMonthDialog({ title, onClose }: CreateMonthDialogProps) {
  const create = useCreateMonth();
  const { data } = useQuery(monthsQuery(1));
  const [name] = useState(() => suggestedName(data?.results ?? [], currentDay()));
  const submit = async (chosen: string) => {
    const { text } = await create.mutateAsync({ name: chosen });
    notify(text);
  };
  return (
    <MonthNameDialog
      title={title}
      submitLabel={title}
      name={name}
      help={messages.createHelp}
      otherwise={sentences.monthInProgress}
      onSubmit={submit}
      onClose={onClose}
    />
  );
}
