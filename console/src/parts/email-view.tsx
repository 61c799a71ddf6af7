import { EmailFrame } from './email-frame';
import styles from './email-view.module.css';
import { useWidth } from './use-width';

interface EmailViewProps {
  readonly html: string;
  /** Its name for screen readers. */
  readonly title: string;
  /** The height in pixels. Longer emails scroll. */
  readonly height: number;
  readonly isPhone?: boolean;
  readonly isDark?: boolean;
}

const PHONE_WIDTH = 375;

/** An email in the available width, or in that of a phone. */
export function EmailView({ html, title, height, isPhone = false, isDark = false }: EmailViewProps) {
  const [place, width] = useWidth();
  return (
    <div ref={place} className={styles.ground} style={{ height: height + 2 }}>
      {width > 0 && (
        <EmailFrame
          html={html}
          title={title}
          width={isPhone ? Math.min(PHONE_WIDTH, width) : width}
          height={height}
          isDark={isDark}
        />
      )}
    </div>
  );
}
