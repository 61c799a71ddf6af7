import type { AnchorHTMLAttributes, MouseEvent, Ref } from 'react';
import { navigate } from './place';

export interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  /** An address of the console, from `addressOf`. */
  readonly href: string;
  /** The destination of a plain click: the side panel, while `href` is the object's own page, for new tabs. */
  readonly panel?: string;
  readonly ref?: Ref<HTMLAnchorElement>;
}

/** A link within the console. The browser handles clicks for another tab. */
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
