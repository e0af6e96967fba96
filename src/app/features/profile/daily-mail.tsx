import { chakra } from '@chakra-ui/react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '#app/api/client.ts';
import { useConnection } from '#app/api/connection.ts';
import { keys } from '#app/cache/query-keys.ts';
import { Section } from '#app/ui/section.tsx';
import { notify } from '#app/ui/toast/notify.ts';
import { user } from '#contract/account.ts';
import { paths } from '#contract/http.ts';
import { failureMessage } from './failure.ts';
import { messages } from './texts.en.ts';

interface DailyMailProps {
  readonly wanted: boolean;
  readonly email: string;
}

/** Decision 158. A switch that is sent twice stays as it is, so nothing is kept of a lost answer. */
export function DailyMail({ wanted, email }: DailyMailProps) {
  const client = useQueryClient();
  const offline = useConnection() === 'offline';
  const save = useMutation({
    mutationFn: (daily_mail: boolean) =>
      request({ method: 'PATCH', path: paths.user, body: { daily_mail }, answer: user }),
    onSuccess: (answer) => {
      client.setQueryData(keys.user, answer);
      notify(answer.daily_mail ? messages.dailyMailOn({ email }) : messages.dailyMailOff);
    },
    onError: (failure) => {
      notify(failureMessage(failure), { kind: 'error' });
      void client.invalidateQueries({ queryKey: keys.user });
    },
  });
  return (
    <Section title={messages.dailyMail} about={messages.dailyMailAbout}>
      <chakra.label display="flex" gap="2" alignItems="center" minHeight="target">
        <chakra.input
          type="checkbox"
          accentColor="accent.solid"
          width="5"
          height="5"
          flexShrink="0"
          checked={save.isPending ? save.variables : wanted}
          disabled={offline || save.isPending}
          onChange={({ target }) => save.mutate(target.checked)}
        />
        <span>{messages.dailyMailTo({ email })}</span>
      </chakra.label>
      {offline && (
        <chakra.p mt="1" fontSize="sm" color="fg.muted">
          {messages.dailyMailOffline}
        </chakra.p>
      )}
    </Section>
  );
}
