import { SearchX, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { isMissing, isPassing, messageOf } from '../api/refusal';
import { useWords } from '../i18n/words';
import { Button } from './button';
import { RetryCountdown } from './retry-countdown';
import styles from './states.module.css';
import { partTexts } from './texts';

/** A placeholder for content that is loading, so that nothing moves when it arrives. */
export function Skeleton({ height = 16, width = '100%' }: { height?: number; width?: number | string }) {
  return <div className={styles.skeleton} style={{ height, width }} aria-hidden />;
}

/** Placeholders for rows. */
export function SkeletonRows({ count = 8 }: { readonly count?: number }) {
  const t = useWords(partTexts);
  return (
    <div className={styles.rows} aria-busy>
      <span className="unseen">{t.loading}</span>
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} width={`${92 - ((index * 17) % 40)}%`} />
      ))}
    </div>
  );
}

/** An empty list: its purpose, why it is empty, and the next step. */
export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      {icon}
      <p className={styles.title}>{title}</p>
      {children !== undefined && <div className={styles.text}>{children}</div>}
      {action}
    </div>
  );
}

interface EmptyStateProps {
  readonly icon?: ReactNode;
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

/** A failed read: the reason, and an action. */
export function FailedState({ error, onRetry, action }: FailedStateProps) {
  const t = useWords(partTexts);
  const isGone = isMissing(error);
  return (
    <div className={styles.empty} role="alert">
      {isGone ? <SearchX aria-hidden /> : <TriangleAlert aria-hidden />}
      <p className={styles.title}>
        {isGone ? t.missing : isPassing(error) ? error.message : messageOf(error)}
      </p>
      {isPassing(error) && <RetryCountdown />}
      {!isGone && onRetry !== undefined && <Button onPress={onRetry}>{t.tryAgain}</Button>}
      {action}
    </div>
  );
}

interface FailedStateProps {
  readonly error: unknown;
  readonly onRetry?: () => void;
  /** Another action, such as a link to the whole list. */
  readonly action?: ReactNode;
}

/** The most important fact of a view, such as an imminent deletion. */
export function Banner({ tone, children, action }: BannerProps) {
  return (
    <div className={styles.banner} data-tone={tone}>
      <div>{children}</div>
      {action}
    </div>
  );
}

interface BannerProps {
  readonly tone: 'info' | 'wait' | 'bad' | 'good';
  readonly children: ReactNode;
  readonly action?: ReactNode;
}
