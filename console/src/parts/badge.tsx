import {
  Ban,
  CircleCheck,
  CircleDashed,
  CirclePause,
  CircleX,
  Clock,
  type LucideIcon,
  RotateCw,
} from 'lucide-react';
import styles from './badge.module.css';

/** The look of a state: an icon and a colour, beside its text. */
export type StateTone = 'good' | 'wait' | 'bad' | 'info' | 'held' | 'off' | 'ended';

const ICONS: Readonly<Record<StateTone, LucideIcon>> = {
  good: CircleCheck,
  wait: RotateCw,
  bad: CircleX,
  info: Clock,
  held: CirclePause,
  off: CircleDashed,
  ended: Ban,
};

/** A state: icon, text and colour. */
export function Badge({ tone, children }: { readonly tone: StateTone; readonly children: string }) {
  const Icon = ICONS[tone];
  return (
    <span className={styles.badge} data-tone={tone}>
      <Icon aria-hidden />
      {children}
    </span>
  );
}

/** A state that brings its own look and text. */
export function StateBadge({ state: { tone, text } }: { readonly state: { tone: StateTone; text: string } }) {
  return <Badge tone={tone}>{text}</Badge>;
}

/** A label that is not a state, such as `draft` or a language. */
export function Tag({ children }: { readonly children: string }) {
  return <span className={styles.tag}>{children}</span>;
}
