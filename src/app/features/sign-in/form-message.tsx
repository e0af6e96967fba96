import CircleAlert from 'lucide-react/icons/circle-alert';
import CloudOff from 'lucide-react/icons/cloud-off';
import { useConnection } from '#app/api/connection.ts';
import { Callout } from '#app/ui/callout.tsx';

interface FormWordProps {
  /** Why the last try did not work. */
  readonly problem: string | undefined;
  /** What to say while there is no connection. */
  readonly offline: string;
}

/** The one sentence over the button of a form that needs a connection (decision 23). */
export function FormMessage({ problem, offline }: FormWordProps) {
  const isOffline = useConnection() === 'offline';
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
