import CircleAlert from 'lucide-react/icons/circle-alert';
import CloudOff from 'lucide-react/icons/cloud-off';
import { useConnection } from '#app/api/connection.ts';
import { isInsecure } from '#app/features/sign-in/secure-context.ts';
import { Callout } from '#app/ui/callout.tsx';
import { messages } from './texts.en.ts';

interface FormMessageProps {
  readonly problem: string | undefined;
  readonly offline: string;
}

/**
 * Error or offline message above a form's button (decision 23). Over plain http it says that https is needed, because
 * no attempt can succeed there.
 */
export function FormMessage({ problem: failure, offline }: FormMessageProps) {
  const isOffline = useConnection() === 'offline';
  const problem = isInsecure() ? messages.needsHttps : failure;
  if (problem) {
    return (
      <Callout tone="refused" icon={<CircleAlert size={18} aria-hidden />}>
        {problem}
      </Callout>
    );
  }
  if (!isOffline) return null;
  return (
    <Callout tone="waiting" icon={<CloudOff size={18} aria-hidden />}>
      {offline}
    </Callout>
  );
}
