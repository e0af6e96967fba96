import type { ReactNode } from 'react';
import styles from './sign-in.module.css';

interface AuthCardProps {
  readonly children: ReactNode;
  readonly below?: ReactNode;
}

export function AuthCard({ children, below }: AuthCardProps) {
  return (
    <div className={styles.page}>
      <div className={styles.column}>
        <div className={styles.card}>{children}</div>
        {below}
      </div>
    </div>
  );
}
