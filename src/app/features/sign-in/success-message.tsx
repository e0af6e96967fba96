import { useEffect, useRef } from 'react';
import styles from './sign-in.module.css';

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
