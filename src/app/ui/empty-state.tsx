import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

interface EmptyStateProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly about: string;
  readonly isPage?: boolean;
  readonly children?: ReactNode;
}

export function EmptyState({
  icon: Icon,
  title,
  about: description,
  isPage = false,
  children,
}: EmptyStateProps) {
  const Heading = isPage ? 'h1' : 'h2';
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
