import type { ReactNode, Ref } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button';
import { Link, type LinkProps } from '../routing/link';
import styles from './button.module.css';
import { classNames } from './class-names';

/** `primary`: the one thing that the view is for. `danger`: something is lost or ends. `quiet`: without a border. */
export type Tone = 'primary' | 'plain' | 'quiet' | 'danger';

export interface ButtonProps {
  readonly children: ReactNode;
  readonly tone?: Tone;
  readonly icon?: ReactNode;
  /** Names its object for people who cannot see its place: `Delete: document.accepted #1`. */
  readonly about?: string;
  readonly type?: 'button' | 'submit';
  /** Shows that it is at work; presses do nothing until then. */
  readonly isPending?: boolean;
  readonly isDisabled?: boolean;
  readonly onPress?: () => void;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A button that says what it does: a verb, and the thing where that is not plain. */
export function Button({ children, tone = 'plain', icon, about, ...rest }: ButtonProps) {
  const label = about !== undefined && typeof children === 'string' ? `${children}: ${about}` : undefined;
  const named: AriaButtonProps = label === undefined ? {} : { 'aria-label': label };
  return (
    <AriaButton className={classNames(styles.button, styles[tone])} {...named} {...rest}>
      {icon}
      <span className={styles.text}>{children}</span>
    </AriaButton>
  );
}

/** A button that is an icon; `label` is its name and shows when it is pointed at. */
export function IconButton({
  label,
  icon,
  ...rest
}: Omit<ButtonProps, 'children' | 'icon' | 'about'> & IconOf) {
  const { tone = 'quiet', ...others } = rest;
  return (
    <span title={label} className={styles.hint}>
      <AriaButton
        className={classNames(styles.button, styles.square, styles[tone])}
        aria-label={label}
        {...others}
      >
        {icon}
      </AriaButton>
    </span>
  );
}

interface IconOf {
  readonly label: string;
  readonly icon: ReactNode;
}

/** A link that looks like a button, for what is a place and not an act. */
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
