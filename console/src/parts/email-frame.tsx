import { useEffect, useRef, useState } from 'react';
import styles from './email-frame.module.css';
import { useFrameFocus } from './use-frame-focus';

/** The logo in the samples, whose address does not exist. */
const SAMPLE_LOGO = 'https://images.example/logo.png';
const SAMPLE_LOGO_SHOWN = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="240" height="72" viewBox="0 0 240 72"><rect width="240" height="72" rx="12" fill="#8aa39e"/><text x="120" y="46" font-family="Helvetica,Arial" font-weight="700" font-size="28" fill="#fff" text-anchor="middle">Your logo</text></svg>',
)}`;
const WITHOUT_IMAGES = `<meta http-equiv="Content-Security-Policy" content="img-src 'none'">`;
/** Like mail programs that invert bright emails: pictures keep their colours. */
const TURNED =
  '<style>html{background:#fff;filter:invert(1) hue-rotate(180deg)}img,video{filter:invert(1) hue-rotate(180deg)}</style>';

/** How long the former email stays visible while a new one loads. */
const LONGEST_MS = 400;

/** The colour scheme is resolved in the email's text, because a frame does not always get that of its parent. */
const SCHEME = /\(\s*prefers-color-scheme\s*:\s*(dark|light)\s*\)/gi;

interface EmailFrameProps {
  readonly html: string;
  readonly title: string;
  /** The width of the mail program's window, in pixels. */
  readonly width: number;
  readonly height?: number;
  readonly zoom?: number;
  readonly isDark?: boolean;
  readonly hasImages?: boolean;
  /** True for a picture of an email, which cannot be reached with the keyboard. */
  readonly isThumbnail?: boolean;
}

/**
 * An email as recipients see it, in a sandboxed frame inside a page whose own policy allows no scripts. A new email
 * replaces the former one when it has loaded, or after a moment.
 */
export function EmailFrame(props: EmailFrameProps) {
  const {
    html,
    title,
    width,
    height,
    zoom = 1,
    isDark = false,
    hasImages = true,
    isThumbnail = false,
  } = props;
  const page = useRef<HTMLIFrameElement>(null);
  const [isLoaded, setLoaded] = useState(false);
  const hasFocus = useFrameFocus(page);
  const shown = shownHtml(html, isDark, hasImages);
  useEffect(() => {
    const inside = page.current?.contentDocument;
    const present = inside?.querySelector('iframe');
    if (!isLoaded || !inside || !present) return;
    const next = present.cloneNode() as HTMLIFrameElement;
    next.title = title;
    if (isThumbnail) next.tabIndex = -1;
    next.style.colorScheme = isDark ? 'dark' : 'light';
    next.style.position = 'absolute';
    next.style.inset = '0';
    next.style.visibility = 'hidden';
    next.srcdoc = shown;
    const swap = () => {
      next.style.visibility = 'visible';
      for (const other of inside.querySelectorAll('iframe')) if (other !== next) other.remove();
    };
    next.addEventListener('load', swap, { once: true });
    // Pictures may take long. The text does not wait for them.
    const waiting = setTimeout(swap, LONGEST_MS);
    // Removes emails that are still loading.
    for (const other of [...inside.querySelectorAll('iframe')].slice(1)) other.remove();
    inside.body.append(next);
    return () => {
      clearTimeout(waiting);
      next.removeEventListener('load', swap);
    };
  }, [shown, isLoaded, isDark, title, isThumbnail]);
  const size = {
    width,
    height: height === undefined ? `${100 / zoom}%` : height,
    transform: `scale(${zoom})`,
  };
  return (
    <div
      className={styles.place}
      data-focus={hasFocus}
      style={{ width: width * zoom, height: height === undefined ? '100%' : height * zoom }}
    >
      <iframe
        ref={page}
        src="/console/preview"
        sandbox="allow-same-origin"
        title={title}
        className={styles.frame}
        style={size}
        aria-hidden={isThumbnail ? true : undefined}
        tabIndex={isThumbnail ? -1 : undefined}
        onLoad={() => setLoaded(true)}
      />
    </div>
  );
}

/** True if an email has its own dark colours. */
export function hasDarkStyles(html: string): boolean {
  return /prefers-color-scheme\s*:\s*dark/i.test(html);
}

function shownHtml(html: string, isDark: boolean, hasImages: boolean): string {
  const images = hasImages ? '' : WITHOUT_IMAGES;
  const turned = isDark && !hasDarkStyles(html) ? TURNED : '';
  const inScheme = html.replaceAll(SCHEME, (_, scheme: string) =>
    (scheme.toLowerCase() === 'dark') === isDark ? '(min-width: 0)' : '(max-width: 0)',
  );
  const known = inScheme.replaceAll(SAMPLE_LOGO, SAMPLE_LOGO_SHOWN);
  const head = /<head\b[^>]*>/i.exec(known);
  const at = head === null ? 0 : head.index + head[0].length;
  return known.slice(0, at) + images + turned + known.slice(at);
}
