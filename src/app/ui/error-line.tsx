import CircleAlert from 'lucide-react/icons/circle-alert';
import { errorMessage } from '#app/lib/texts.en.ts';
import { typedText } from '#app/ui/typed-text.tsx';
import styles from './error-line.module.css';

export function ErrorLine({ message }: { message: string | undefined }) {
  return (
    <div className={styles.line} role="alert">
      <span className={styles.icon}>
        <CircleAlert size={16} aria-hidden />
      </span>
      <span {...typedText(errorMessage(message))}>{errorMessage(message)}</span>
    </div>
  );
}
