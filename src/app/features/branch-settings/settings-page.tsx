import { Box, Button, chakra, Flex, Skeleton } from '@chakra-ui/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Settings2 from 'lucide-react/icons/settings-2';
import { useEffect, useRef, useState } from 'react';
import { Controller, type Resolver, useForm } from 'react-hook-form';
import { ApiError } from '#app/api/api-error.ts';
import { useConnection } from '#app/api/connection.ts';
import { bootCache } from '#app/cache/boot-cache.ts';
import { keys } from '#app/cache/query-keys.ts';
import { defineCall, useCall } from '#app/calls/online-call.ts';
import { fieldControls } from '#app/fields/registry.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { branchQuery } from '#app/reads/branch-queries.ts';
import { settingsQuery } from '#app/reads/settings-query.ts';
import type { KeptInputControl } from '#app/resources/form/kept-input.tsx';
import { LeaveGuard } from '#app/resources/form/leave-guard.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { ErrorLine } from '#app/ui/error-line.tsx';
import { OfflineNote } from '#app/ui/offline-note.tsx';
import { PageError } from '#app/ui/page-error.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { notify } from '#app/ui/toast/notify.ts';
import {
  type BranchSettings,
  branchSettings,
  SETTINGS_PATH,
  type SettingsChange,
  type SettingsFieldName,
  settingsChange,
  settingsFields,
} from '#contract/branch-settings.ts';
import { BASE, changedMeanwhile, changeOf } from '#contract/change.ts';
import { fillReminder } from '#contract/reminders.ts';
import { CategoriesInput, MethodsInput, ReasonsInput } from './list-input.tsx';
import { LogoInput } from './logo-input.tsx';
import { PriceListInput } from './price-list-input.tsx';
import { SpreadsheetTokens } from './spreadsheet-tokens.tsx';
import { messages } from './texts.en.ts';

/** Texts of the form; '' for an empty field. */
type SettingsValues = Record<SettingsFieldName, string>;

function valuesOf(settings: BranchSettings): SettingsValues {
  const texts = Object.keys(settingsFields).flatMap((name) => {
    const value = settings[name as SettingsFieldName];
    if (value === undefined) return [];
    return [[name, Array.isArray(value) ? JSON.stringify(value) : (value ?? '')]];
  });
  return Object.fromEntries(texts) as SettingsValues;
}

function settingsMeanwhile(error: unknown) {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined;
  const answer = changedMeanwhile.safeParse(error.answer).data;
  const current = branchSettings.safeParse(answer?.current).data;
  return current && { current, fields: Object.keys(answer?.conflicts ?? {}) };
}

/** The change is made upon the settings that were seen (decision 41). */
export const saveSettingsCall = defineCall({
  name: 'settings.save',
  answer: branchSettings,
  kind: () => appMessages.branchSettings,
  done: () => messages.saved,
});

function useSaveSettings() {
  const client = useQueryClient();
  const send = useCall(saveSettingsCall);
  return useMutation({
    mutationFn: ({ seen, values }: { seen: BranchSettings; values: SettingsValues }) => {
      const { base, yours } = changeOf(settingsFields, seen, values);
      return send({ method: 'PATCH', path: SETTINGS_PATH, body: { ...yours, [BASE]: base } });
    },
    onSuccess: ({ answer }) => {
      client.setQueryData(keys.settings, answer);
      // The name also stands in the top bar and among the branches of the user.
      for (const queryKey of [keys.branch, keys.user]) void client.invalidateQueries({ queryKey });
    },
  });
}

const groups = [
  { title: 'branch', fields: ['name'] },
  {
    title: 'receipts',
    fields: ['phone', 'address', 'logo', 'receipt_language', 'paper', 'receipt_footer'],
  },
  { title: 'reminders', fields: ['reminder_text'] },
  { title: 'methods', fields: ['payment_methods'] },
  { title: 'categories', fields: ['expense_categories'] },
  { title: 'prices', fields: ['price_list'] },
  { title: 'discounts', fields: ['discount_reasons', 'staff_discount_limit'] },
  { title: 'days', fields: ['time_zone', 'day_begins'] },
  { title: 'signingIn', fields: ['second_factor'] },
] as const satisfies readonly { title: keyof typeof messages; fields: readonly SettingsFieldName[] }[];

const listInputs = {
  payment_methods: MethodsInput,
  expense_categories: CategoriesInput,
  price_list: PriceListInput,
  discount_reasons: ReasonsInput,
};

const timeZones = Intl.supportedValuesOf?.('timeZone');

const isList = (name: SettingsFieldName): name is keyof typeof listInputs => name in listInputs;

const isKnown = ({ fields }: (typeof groups)[number], settings: BranchSettings) =>
  fields.every((name) => settings[name] !== undefined || name === 'staff_discount_limit');

interface SettingsFormProps {
  readonly settings: BranchSettings;
  readonly branch: { readonly name: string; readonly address: string };
}

const shown = (name: SettingsFieldName, value: unknown): string => {
  if (name === 'logo') return messages.anotherPicture;
  if (isList(name)) return messages.anotherList;
  return typeof value === 'string' && value !== '' ? value : messages.empty;
};

function SettingsForm({ settings, branch }: SettingsFormProps) {
  const [seen, setSeen] = useState(settings);
  const form = useForm<SettingsValues, unknown, SettingsChange>({
    defaultValues: valuesOf(settings),
    resolver: zodResolver(settingsChange) as Resolver<SettingsValues, unknown, SettingsChange>,
  });
  const { isDirty, isSubmitting, errors } = form.formState;
  const [problem, setProblem] = useState<string>();
  const offline = useConnection() === 'offline';
  const save = useSaveSettings();
  const unsaved = useRef(false);
  unsaved.current = isDirty;
  const kept = useRef<KeptInputControl>(undefined);

  // Newer settings are shown as long as nothing was typed; otherwise they are compared at the save.
  useEffect(() => {
    if (isDirty || settings.version === seen.version) return;
    setSeen(settings);
    form.reset(valuesOf(settings));
  }, [settings, seen, isDirty, form]);

  const showFailure = (failure: unknown) => {
    const meanwhile = settingsMeanwhile(failure);
    if (meanwhile) {
      setSeen(meanwhile.current);
      // Untouched fields follow the stored settings.
      form.reset(valuesOf(meanwhile.current), { keepDirtyValues: true });
      for (const name of meanwhile.fields)
        form.setError(name as SettingsFieldName, {
          message: messages.changedMeanwhile({
            now: shown(name as SettingsFieldName, meanwhile.current[name as SettingsFieldName]),
          }),
        });
      return;
    }
    const fields = failure instanceof ApiError ? failure.fields : [];
    const known = fields.filter(({ field }) => field in settingsFields);
    for (const { field, message } of known) form.setError(field as SettingsFieldName, { message });
    if (known.length === 0)
      setProblem(failure instanceof ApiError ? (failure.detail ?? failure.message) : messages.notSaved);
  };
  const submit = async () => {
    setProblem(undefined);
    try {
      const { answer, text } = await save.mutateAsync({ seen, values: form.getValues() });
      setSeen(answer);
      form.reset(valuesOf(answer));
      notify(text);
    } catch (failure) {
      showFailure(failure);
    }
  };
  const helpOf = (name: SettingsFieldName) => {
    if (name === 'address' && branch.address !== '') return messages.addressHelp({ address: branch.address });
    if (name === 'name') return messages.nameHelp;
    if (name === 'staff_discount_limit') return messages.limitHelp;
    if (name === 'second_factor') return messages.factorHelp;
    if (name === 'day_begins') return messages.dayHelp;
    return name === 'reminder_text' ? messages.reminderHelp : undefined;
  };

  return (
    <chakra.form noValidate onSubmit={(event) => void form.handleSubmit(submit)(event)}>
      {groups
        .filter((group) => isKnown(group, settings))
        .map(({ title, fields }) => (
          <chakra.section
            key={title}
            mb="4"
            padding={{ base: '4', md: '6' }}
            background="bg.surface"
            borderWidth="1px"
            borderRadius="md"
          >
            <chakra.h2 fontWeight="semibold" mb="4">
              {messages[title]}
            </chakra.h2>
            <Flex direction="column" gap="4">
              {fields.map((name) => (
                <Controller
                  key={name}
                  control={form.control}
                  name={name}
                  render={({ field: { ref, ...field } }) => {
                    const error = errors[name]?.message;
                    if (name === 'logo') return <LogoInput {...field} error={error} disabled={offline} />;
                    if (isList(name)) {
                      const ListInput = listInputs[name];
                      return (
                        <ListInput
                          value={field.value}
                          refused={errors[name] !== undefined}
                          error={error}
                          disabled={offline}
                          onChange={field.onChange}
                        />
                      );
                    }
                    const definition = settingsFields[name];
                    const { Input } = fieldControls[definition.kind];
                    return (
                      <Input
                        {...field}
                        field={definition}
                        inputRef={ref}
                        error={error}
                        help={helpOf(name)}
                        suggestions={name === 'time_zone' ? timeZones : undefined}
                        disabled={offline}
                      />
                    );
                  }}
                />
              ))}
              {title === 'reminders' && (
                <Example template={form.watch('reminder_text')} branch={branch.name} />
              )}
            </Flex>
          </chakra.section>
        ))}
      {problem !== undefined && <ErrorLine message={problem} />}
      <Flex justify="flex-end" mt="4">
        <Button
          type="submit"
          minWidth="40"
          loading={isSubmitting}
          loadingText={messages.save}
          disabled={offline || !isDirty}
        >
          {messages.save}
        </Button>
      </Flex>
      <LeaveGuard changed={isDirty} unsaved={unsaved} sending={isSubmitting} kept={kept} />
    </chakra.form>
  );
}

function Example({ template, branch }: { readonly template: string; readonly branch: string }) {
  const values = { student: messages.exampleStudent, remaining: 75_000n, branch };
  return (
    <figure>
      <chakra.figcaption fontSize="sm" color="fg.muted" mb="1">
        {messages.example}
      </chakra.figcaption>
      <chakra.p
        padding="3"
        background="bg.subtle"
        borderRadius="md"
        whiteSpace="pre-wrap"
        dir="auto"
        // Each paragraph has the direction of its language.
        unicodeBidi="plaintext"
      >
        {fillReminder(template, values)}
      </chakra.p>
    </figure>
  );
}

export function SettingsPage() {
  const { data: branch = bootCache().branch } = useQuery(branchQuery());
  const {
    data: settings,
    error,
    dataUpdatedAt,
    isFetched,
    refetch,
  } = useQuery({
    ...settingsQuery(),
    enabled: branch?.settings === true,
  });
  const offline = useConnection() === 'offline';
  const body = () => {
    if (branch && !branch.settings)
      return <EmptyState icon={Settings2} title={appMessages.branchSettings} about={messages.unsupported} />;
    if (settings && branch) return <SettingsForm settings={settings} branch={branch} />;
    if (offline) return <PageError error={messages.needsReading} onRetry={() => void refetch()} />;
    if (error) return <PageError error={error} onRetry={() => void refetch()} />;
    return undefined;
  };
  const shown = body();
  return (
    <Box width="full" maxW="form">
      <PageHeading title={appMessages.branchSettings} about={messages.about} />
      <OfflineNote
        shown={offline && settings !== undefined}
        updatedAt={dataUpdatedAt}
        also={messages.needsConnection}
      />
      {shown ?? <Skeleton role="status" aria-label={messages.loading} height="24rem" borderRadius="md" />}
      {/* Not before the form above it, which would push it away under a finger. */}
      {(shown || isFetched) && branch?.spreadsheet_tokens && <SpreadsheetTokens offline={offline} />}
    </Box>
  );
}
