import type { ReactNode } from 'react';
import styles from './callout.module.css';

interface CalloutProps {
  readonly tone: 'waiting' | 'refused';
  readonly icon: ReactNode;
  readonly children: ReactNode;
}

/** Announced politely, or at once if something was rejected. */
export function Callout({ tone, icon, children }: CalloutProps) {
  return (
    <div className={styles.callout} role={tone === 'refused' ? 'alert' : 'status'} data-tone={tone}>
      {icon}
      <div>{children}</div>
    </div>
  );
}
