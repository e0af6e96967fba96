import styles from './sign-in.module.css';
import { messages } from './texts.en.ts';

const SET_PASSWORD_COMMAND = 'npm run admin -- user password --email name@example.org';

export function AskManager() {
  return (
    <>
      <p className={styles.muted}>{messages.askManager}</p>
      <details className={styles.details}>
        <summary className={styles.summary}>{messages.forAdministrator}</summary>
        <p className={styles.muted}>{messages.runOnServer}</p>
        <code className={styles.command}>{SET_PASSWORD_COMMAND}</code>
      </details>
    </>
  );
}
