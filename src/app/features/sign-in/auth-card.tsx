import { type ReactNode, useEffect, useRef } from 'react';
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

export function AuthHeading({ children }: { readonly children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h1 className={styles.heading} ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}

/** Focused, because the pressed button is gone. */
export function SuccessMessage({ children }: { readonly children: string }) {
  const paragraph = useRef<HTMLOutputElement>(null);
  useEffect(() => paragraph.current?.focus(), []);
  return (
    <output className={styles.successMessage} ref={paragraph} tabIndex={-1}>
      {children}
    </output>
  );
}
