import type { ReactNode, Ref } from 'react';
import { Link, type LinkProps } from '../routing/link';
import styles from './button.module.css';
import { classNames } from './class-names';

/** `primary`: the main action of the view. `danger`: something is lost or ends. `quiet`: without a border. */
export type Tone = 'primary' | 'plain' | 'quiet' | 'danger';

export interface ButtonProps {
  readonly children: ReactNode;
  readonly tone?: Tone;
  readonly icon?: ReactNode;
  /** Names the object for screen readers: `Delete: document.accepted #1`. */
  readonly about?: string;
  readonly type?: 'button' | 'submit';
  /** Shows that an action is running. Presses do nothing until it ends. */
  readonly isPending?: boolean;
  readonly isDisabled?: boolean;
  readonly onPress?: () => void;
  /** The kind of part that it opens, and whether that is open. */
  readonly opens?: 'menu' | 'dialog';
  readonly isOpen?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A button with a verb, and its object unless that is obvious. */
export function Button({ children, tone = 'plain', icon, about, ...rest }: ButtonProps) {
  const label = about !== undefined && typeof children === 'string' ? `${children}: ${about}` : undefined;
  return (
    <Pressed className={classNames(styles.button, styles[tone])} label={label} {...rest}>
      {icon}
      <span className={styles.text}>{children}</span>
    </Pressed>
  );
}

/** A button with an icon. `label` is its name, shown on hover. */
export function IconButton({
  label,
  icon,
  ...rest
}: Omit<ButtonProps, 'children' | 'icon' | 'about'> & IconOf) {
  const { tone = 'quiet', ...others } = rest;
  return (
    <span title={label} className={styles.hint}>
      <Pressed className={classNames(styles.button, styles.square, styles[tone])} label={label} {...others}>
        {icon}
      </Pressed>
    </span>
  );
}

type PressedProps = Omit<ButtonProps, 'tone' | 'icon' | 'about'> & {
  readonly className: string;
  readonly label: string | undefined;
};

/** The browser's own button. While its action runs it keeps the focus, which a disabled button would lose. */
function Pressed(props: PressedProps) {
  const { className, label, type = 'button', isPending = false, isDisabled = false, ref } = props;
  const { onPress, opens, isOpen, children } = props;
  return (
    <button
      ref={ref}
      type={isPending ? 'button' : type}
      className={className}
      disabled={isDisabled}
      aria-label={label}
      aria-disabled={isPending || undefined}
      aria-haspopup={opens}
      aria-expanded={opens === undefined ? undefined : isOpen}
      data-pending={isPending || undefined}
      onClick={isPending ? undefined : onPress}
    >
      {children}
    </button>
  );
}

interface IconOf {
  readonly label: string;
  readonly icon: ReactNode;
}

/** A link that looks like a button, for places rather than actions. */
export function LinkButton({
  tone = 'plain',
  icon,
  children,
  ...rest
}: LinkProps & { tone?: Tone; icon?: ReactNode }) {
  return (
    <Link className={classNames(styles.button, styles[tone])} {...rest}>
      {icon}
      <span className={styles.text}>{children}</span>
    </Link>
  );
}
