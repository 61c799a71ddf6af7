import { useCallback, useEffect, useRef } from 'react';
import styles from './email-frame.module.css';

interface EmailFrameProps {
  readonly html: string;
  /** Its name for readers. */
  readonly title: string;
  readonly isPhone?: boolean;
  /** As on a device that prefers dark; emails that know of it change their colours. */
  readonly isDark?: boolean;
  /** Pixels; longer emails scroll. */
  readonly height?: number;
}

/**
 * An email as its recipients see it. Its HTML goes into a sandboxed frame inside a page of ours with a policy of its
 * own: the email keeps its styles, which this page's policy would refuse, and no script can run there.
 */
export function EmailFrame({ html, title, isPhone = false, isDark = false, height = 560 }: EmailFrameProps) {
  const page = useRef<HTMLIFrameElement>(null);
  const show = useCallback(() => {
    const document = page.current?.contentDocument;
    const frame = document?.querySelector('iframe');
    if (!document || !frame) return;
    document.documentElement.style.colorScheme = isDark ? 'dark' : 'light';
    frame.style.colorScheme = isDark ? 'dark' : 'light';
    frame.title = title;
    frame.srcdoc = html;
  }, [html, isDark, title]);
  useEffect(show, [show]);
  return (
    <div className={styles.ground}>
      {/* This page is ours; the email's own frame, inside it, is the sandboxed one. */}
      {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
      <iframe
        ref={page}
        className={styles.frame}
        data-phone={isPhone}
        data-dark={isDark}
        style={{ height }}
        src="/console/preview"
        title={title}
        onLoad={show}
      />
    </div>
  );
}
