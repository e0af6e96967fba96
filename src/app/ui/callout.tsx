import type { ReactNode } from 'react';
import styles from './callout.module.css';

interface CalloutProps {
  readonly tone: 'waiting' | 'refused';
  readonly icon: ReactNode;
  readonly children: ReactNode;
}

export function Callout({ tone, icon, children }: CalloutProps) {
  return (
    <div className={styles.callout} role={tone === 'refused' ? 'alert' : 'status'} data-tone={tone}>
      {icon}
      <div>{children}</div>
    </div>
  );
}
