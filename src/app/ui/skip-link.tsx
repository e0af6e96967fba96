import styles from './skip-link.module.css';
import { messages } from './texts.en.ts';

export function SkipLink() {
  return (
    <a className={styles.link} href="#content">
      {messages.skipToContent}
    </a>
  );
}
