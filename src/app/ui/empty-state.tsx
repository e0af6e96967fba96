import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

interface EmptyStateProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly about: string;
  /** `h1` where it stands for the whole page. */
  readonly heading?: 'h1' | 'h2';
  readonly children?: ReactNode;
}

export function EmptyState({
  icon: Icon,
  title,
  about: description,
  heading: Heading = 'h2',
  children,
}: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <span className={styles.icon}>
        <Icon size={28} strokeWidth={1.75} aria-hidden />
      </span>
      <Heading className={styles.title}>{title}</Heading>
      <p className={styles.description}>{description}</p>
      {children}
    </div>
  );
}
