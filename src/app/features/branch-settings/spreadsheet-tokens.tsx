import { Badge, Button, chakra, Dialog, Flex, Input, Skeleton } from '@chakra-ui/react';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useMemo, useState } from 'react';
import { ApiError } from '#app/api/api-error.ts';
import { request } from '#app/api/client.ts';
import { API_BASE } from '#app/api/send-request.ts';
import { choiceControl } from '#app/fields/choice.tsx';
import { textControl } from '#app/fields/text-inputs.tsx';
import { asOf, dayAt } from '#app/lib/branch-day.ts';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { DialogFrame } from '#app/ui/dialog-frame.tsx';
import { PageError } from '#app/ui/page-error.tsx';
import { type GivenProof, ProvePerson } from '#app/ui/second-factor/prove-person.tsx';
import { Section } from '#app/ui/surface.tsx';
import { notify } from '#app/ui/toast/notify.ts';
import { typedText } from '#app/ui/typed-text.tsx';
import { displayDay } from '#contract/days.ts';
import { DEBTS_PATH } from '#contract/debts.ts';
import { exportPath } from '#contract/exports.ts';
import { choice, text } from '#contract/fields.ts';
import { deleted } from '#contract/http.ts';
import { languageNow } from '#contract/messages.ts';
import { pageOf } from '#contract/paging.ts';
import { allResourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import {
  type MadeSpreadsheetToken,
  madeSpreadsheetToken,
  type NewSpreadsheetToken,
  newSpreadsheetToken,
  SPREADSHEET_TOKENS_PATH,
  type SpreadsheetToken,
  spreadsheetToken,
  TOKEN_PARAMETER,
} from '#contract/spreadsheet-tokens.ts';
import { messages } from './texts.en.ts';

const TOKENS = ['account', 'spreadsheet-tokens'] as const;

/** Never stored on the device. */
const tokensQuery = queryOptions({
  queryKey: TOKENS,
  queryFn: ({ signal }) =>
    request({ method: 'GET', path: SPREADSHEET_TOKENS_PATH, answer: pageOf(spreadsheetToken), signal }),
});

/** The secret is in the answer alone. If that is lost, the list has a token that nobody uses, to be revoked. */
function useMakeToken() {
  const client = useQueryClient();
  return useMutation({
    // The secret must not stay in memory.
    gcTime: 0,
    mutationFn: (body: NewSpreadsheetToken & GivenProof) =>
      request({ method: 'POST', path: SPREADSHEET_TOKENS_PATH, body, answer: madeSpreadsheetToken }),
    onSettled: () => client.invalidateQueries({ queryKey: TOKENS }),
  });
}

/** Done twice it does the same: a lost answer shows in the list. */
function useRevokeToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: SpreadsheetToken) =>
      request({
        method: 'DELETE',
        path: `${SPREADSHEET_TOKENS_PATH}${encodeURIComponent(id)}/`,
        answer: deleted,
      }),
    onSettled: () => client.invalidateQueries({ queryKey: TOKENS }),
  });
}

const daysOf = { month: 30, year: 365, ever: null } as const;
type Lasting = keyof typeof daysOf;
const isLasting = (name: string): name is Lasting => name in daysOf;

const sentenceOf = (failure: unknown) =>
  failure instanceof ApiError ? (failure.detail ?? failure.message) : messages.tokens.failed;

export function SpreadsheetTokens({ offline }: { readonly offline: boolean }) {
  const { data, error, refetch } = useQuery(tokensQuery);
  const [made, setMade] = useState<MadeSpreadsheetToken>();
  const [revoking, setRevoking] = useState<SpreadsheetToken>();
  const body = () => {
    if (data?.results.length === 0) return <chakra.p color="fg.muted">{messages.tokens.none}</chakra.p>;
    if (data)
      return (
        <chakra.ul listStyleType="none">
          {data.results.map((token) => (
            <TokenItem key={token.id} token={token} disabled={offline} onRevoke={() => setRevoking(token)} />
          ))}
        </chakra.ul>
      );
    if (offline) return <chakra.p color="fg.muted">{messages.tokens.offline}</chakra.p>;
    if (error) return <PageError error={error} onRetry={() => void refetch()} />;
    return <Skeleton role="status" aria-label={messages.tokens.loading} height="4rem" />;
  };
  return (
    <Section title={messages.tokens.title} about={messages.tokens.about}>
      {body()}
      <NewToken offline={offline} onMade={setMade} />
      {made && <MadeDialog made={made} onClose={() => setMade(undefined)} />}
      {revoking && <RevokeDialog token={revoking} onClose={() => setRevoking(undefined)} />}
    </Section>
  );
}

function stateOf({ state, expires_at }: SpreadsheetToken): string {
  if (state === 'expired') return messages.tokens.expired;
  if (state === 'maker-gone') return messages.tokens.makerGone;
  return expires_at === null
    ? messages.tokens.noEnd
    : messages.tokens.until({ day: displayDay(dayAt(expires_at)) });
}

interface TokenItemProps {
  readonly token: SpreadsheetToken;
  readonly disabled: boolean;
  readonly onRevoke: () => void;
}

function TokenItem({ token, disabled, onRevoke }: TokenItemProps) {
  const { name, made_by_name, created_at, last_used_at, state } = token;
  const time = (iso: string) => asOf(iso);
  const used = last_used_at === null ? undefined : time(last_used_at);
  return (
    <Flex
      as="li"
      gap="3"
      align="center"
      justify="space-between"
      wrap="wrap"
      py="3"
      borderTopWidth="1px"
      _first={{ borderTopWidth: '0' }}
    >
      <chakra.div minW="0" flex="1 1 14rem">
        <Flex gap="2" wrap="wrap" align="center">
          <chakra.p fontWeight="medium" overflowWrap="anywhere" {...typedText(name)}>
            {name}
          </chakra.p>
          <Badge whiteSpace="normal" colorPalette={state === 'usable' ? 'neutral' : 'refused'}>
            {stateOf(token)}
          </Badge>
        </Flex>
        <chakra.p fontSize="sm" color="fg.muted">
          {messages.tokens.facts({ name: made_by_name, made: time(created_at), used })}
        </chakra.p>
      </chakra.div>
      <Button
        variant="outline"
        colorPalette="neutral"
        minHeight="target"
        data-destroys
        aria-label={messages.tokens.revokeOf({ name })}
        disabled={disabled}
        onClick={onRevoke}
      >
        {messages.tokens.revoke}
      </Button>
    </Flex>
  );
}

interface NewTokenProps {
  readonly offline: boolean;
  readonly onMade: (made: MadeSpreadsheetToken) => void;
}

function NewToken({ offline, onMade }: NewTokenProps) {
  const make = useMakeToken();
  const [name, setName] = useState('');
  const [lasting, setLasting] = useState<Lasting>('year');
  const [problem, setProblem] = useState<string>();
  const fields = {
    name: useMemo(() => text(() => messages.tokens.name), []),
    lasting: useMemo(
      () =>
        choice(
          () => messages.tokens.lasts,
          (['month', 'year', 'ever'] as const).map((value) => ({ value, label: messages.tokens[value] })),
        ),
      [],
    ),
  };
  const [asked, setAsked] = useState<NewSpreadsheetToken>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { data, error } = newSpreadsheetToken.safeParse({ name, days: daysOf[lasting] });
    setProblem(error?.issues[0]?.message);
    setAsked(data);
  };
  const send = async (token: NewSpreadsheetToken, proof: GivenProof) => {
    const made = await make.mutateAsync({ ...token, ...proof });
    setAsked(undefined);
    setName('');
    onMade(made);
  };
  return (
    <chakra.form noValidate mt="4" onSubmit={submit}>
      <Flex direction="column" gap="4">
        <textControl.Input
          name="token-name"
          field={fields.name}
          value={name}
          help={messages.tokens.nameHelp}
          error={problem}
          disabled={offline}
          onChange={setName}
          onBlur={() => undefined}
        />
        <choiceControl.Input
          name="token-lasts"
          field={fields.lasting}
          value={lasting}
          error={undefined}
          disabled={offline}
          onChange={(chosen) => {
            if (isLasting(chosen)) setLasting(chosen);
          }}
          onBlur={() => undefined}
        />
      </Flex>
      <Flex justify="flex-end" mt="4">
        <Button type="submit" variant="outline" minHeight="target" disabled={offline}>
          {messages.tokens.make}
        </Button>
      </Flex>
      {asked && (
        <DialogFrame title={messages.tokens.make} size="md" onClose={() => setAsked(undefined)}>
          <ProvePerson
            label={messages.tokens.make}
            send={(proof) => send(asked, proof)}
            onCancel={() => setAsked(undefined)}
          />
        </DialogFrame>
      )}
    </chakra.form>
  );
}

function Copied({ label, value }: { readonly label: string; readonly value: string }) {
  const id = useId();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      notify(messages.tokens.copied);
    } catch {
      notify(messages.tokens.notCopied, { kind: 'error' });
    }
  };
  return (
    <chakra.div marginBlockStart="4">
      <chakra.label htmlFor={id} display="block" fontWeight="medium" marginBlockEnd="1">
        {label}
      </chakra.label>
      <Flex gap="2">
        <Input id={id} readOnly dir="ltr" value={value} onFocus={({ target }) => target.select()} />
        <Button
          variant="outline"
          minHeight="target"
          aria-label={messages.tokens.copyOf({ label })}
          onClick={() => void copy()}
        >
          {messages.tokens.copy}
        </Button>
      </Flex>
    </chakra.div>
  );
}

function MadeDialog({
  made,
  onClose,
}: {
  readonly made: MadeSpreadsheetToken;
  readonly onClose: () => void;
}) {
  const [list, setList] = useState<string>(DEBTS_PATH);
  const lists = useMemo(() => {
    const resources = allResourceNames.map(resourceOf);
    const others = resources.map(({ path, plural }) => ({ value: path, label: plural }));
    return choice(
      () => messages.tokens.list,
      [{ value: DEBTS_PATH, label: messages.tokens.debts }, ...others],
    );
  }, []);
  const base = new URL(API_BASE, window.location.origin).href;
  const file = `${base}${exportPath(list)}?format=csv&lang=${languageNow()}&${TOKEN_PARAMETER}=${made.secret}`;
  return (
    <DialogFrame title={messages.tokens.made({ name: made.name })} size="md" onClose={onClose}>
      <Dialog.Body>
        <Dialog.Description>{messages.tokens.once}</Dialog.Description>
        <Copied label={messages.tokens.secret} value={made.secret} />
        <chakra.div marginBlockStart="4">
          <choiceControl.Input
            name="token-list"
            field={lists}
            value={list}
            error={undefined}
            onChange={setList}
            onBlur={() => undefined}
          />
        </chakra.div>
        <Copied label={messages.tokens.formula} value={`=IMPORTDATA("${file}")`} />
        <chakra.p marginBlockStart="2" fontSize="sm" color="fg.muted">
          {messages.tokens.formulaHelp}
        </chakra.p>
      </Dialog.Body>
      <Dialog.Footer>
        <Button onClick={onClose}>{messages.tokens.done}</Button>
      </Dialog.Footer>
    </DialogFrame>
  );
}

interface RevokeDialogProps {
  readonly token: SpreadsheetToken;
  readonly onClose: () => void;
}

function RevokeDialog({ token, onClose }: RevokeDialogProps) {
  const { name } = token;
  const revoke = useRevokeToken();
  const confirm = () =>
    revoke.mutate(token, {
      onSuccess: () => {
        notify(messages.tokens.revoked({ name }));
        onClose();
      },
    });
  return (
    <ConfirmDialog
      title={messages.tokens.revokeTitle({ name })}
      text={messages.tokens.revokeAbout}
      label={messages.tokens.revoke}
      pendingLabel={messages.tokens.revoking}
      isDestructive
      isPending={revoke.isPending}
      problem={revoke.error ? sentenceOf(revoke.error) : undefined}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
