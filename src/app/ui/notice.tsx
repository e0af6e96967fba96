import { type ReactNode, useEffect, useRef } from 'react';
import { useDocumentTitle } from '#app/lib/document-title.ts';
import styles from './notice.module.css';

interface NoticeProps {
  readonly title: string;
  readonly description?: ReactNode;
  readonly children?: ReactNode;
}

export function Notice({ title, description, children }: NoticeProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useDocumentTitle(title);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);

  return (
    <div className={styles.notice}>
      <img src="/logo.svg" width={48} height={48} alt="" />
      <h1 className={styles.heading} ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {description && <p className={styles.description}>{description}</p>}
      <div className={styles.actions}>{children}</div>
    </div>
  );
}
