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
  /** A small picture of the email, of which nothing can be reached: 80 pixels wide, so `height` is at that scale. */
  readonly isThumbnail?: boolean;
}

/** Of the window that a small picture is taken of. */
const THUMBNAIL_SCALE = 80 / 600;

/**
 * An email as its recipients see it. Its HTML goes into a sandboxed frame inside a page of ours with a policy of its
 * own: the email keeps its styles, which this page's policy would refuse, and no script can run there.
 */
export function EmailFrame(props: EmailFrameProps) {
  const { html, title, isPhone = false, isDark = false, height = 560, isThumbnail = false } = props;
  const page = useRef<HTMLIFrameElement>(null);
  const show = useCallback(() => {
    const document = page.current?.contentDocument;
    const frame = document?.querySelector('iframe');
    if (!document || !frame) return;
    document.documentElement.style.colorScheme = isDark ? 'dark' : 'light';
    frame.style.colorScheme = isDark ? 'dark' : 'light';
    frame.title = title;
    frame.tabIndex = isThumbnail ? -1 : 0;
    frame.srcdoc = html;
  }, [html, isDark, isThumbnail, title]);
  useEffect(show, [show]);
  return (
    <div className={isThumbnail ? styles.picture : styles.ground}>
      {/* This page is ours; the email's own frame, inside it, is the sandboxed one. */}
      {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
      <iframe
        ref={page}
        className={styles.frame}
        data-phone={isPhone}
        data-dark={isDark}
        style={{ height: isThumbnail ? height / THUMBNAIL_SCALE : height }}
        src="/console/preview"
        title={title}
        tabIndex={isThumbnail ? -1 : undefined}
        loading={isThumbnail ? 'lazy' : 'eager'}
        onLoad={show}
      />
    </div>
  );
}
