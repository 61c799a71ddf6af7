import type { AnchorHTMLAttributes, MouseEvent, Ref } from 'react';
import { navigate } from './place';

export interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  /** An address of the console, from `addressOf`. */
  readonly href: string;
  /** A plain click goes here instead: the side panel, where `href` is the page of its own that a new tab shows. */
  readonly panel?: string;
  readonly ref?: Ref<HTMLAnchorElement>;
}

/** A link within the console. A click that asks for another tab is the browser's. */
export function Link({ href, panel, onClick, children, ...rest }: LinkProps) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const isPlain = !event.metaKey && !event.ctrlKey && !event.shiftKey && event.button === 0;
    if (event.defaultPrevented || !isPlain) return;
    event.preventDefault();
    navigate(panel ?? href);
  };
  return (
    <a href={href} onClick={follow} {...rest}>
      {children}
    </a>
  );
}
