import { useEffect, useRef } from 'react';
import styles from './sign-in.module.css';

export function AuthHeading({ children }: { readonly children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h1 className={styles.heading} ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}
