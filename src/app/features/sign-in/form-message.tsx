import CircleAlert from 'lucide-react/icons/circle-alert';
import CloudOff from 'lucide-react/icons/cloud-off';
import { useConnection } from '#app/api/connection.ts';
import { Callout } from '#app/ui/callout.tsx';

interface FormMessageProps {
  /** The error of the last attempt. */
  readonly problem: string | undefined;
  /** The message while offline. */
  readonly offline: string;
}

/** Shows the error or the offline message above a form's button (decision 23). */
export function FormMessage({ problem, offline }: FormMessageProps) {
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
