import { Image, ImageOff, Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { useWords } from '../../i18n/words';
import { isPassing, messageOf } from '../../api/refusal';
import { Segments } from '../../parts/tabs';
import { useWidth } from '../../parts/use-width';
import { CodeEditor } from '../editor/lazy';
import { EmailFrame, hasDarkStyles } from '../../parts/email-frame';
import type { LiveRender } from '../live-render';
import type { Source, Variant } from '../source';
import { AllVariants } from './all-variants';
import styles from './preview-panel.module.css';
import { sizeOf } from './size';
import { partTexts } from '../../parts/texts';
import { studioTexts } from './words';

/** The ways to view an email. */
export type Look = 'desktop' | 'phone' | 'text' | 'html' | 'all';

const WIDTHS = { desktop: 640, phone: 375 } as const;

interface PreviewPanelProps {
  readonly live: LiveRender;
  readonly look: Look;
  readonly onLook: (look: Look) => void;
  readonly subject: string;
  /** For the preview of all kinds and languages; null if there is only one. */
  readonly source: Source | null;
  readonly onVariant: (variant: Variant) => void;
}

/** The email as it will look: on a desktop, on a phone, in dark mode, without images, as text. */
export function PreviewPanel({ live, look, onLook, subject, source, onVariant }: PreviewPanelProps) {
  const t = useWords(studioTexts);
  const p = useWords(partTexts);
  const [isDark, setDark] = useState(false);
  const [hasImages, setImages] = useState(true);
  const { report, isWorking, isRefused, error } = live;
  const options: readonly (readonly [Look, string])[] = [
    ['desktop', t.desktop],
    ['phone', t.phone],
    ['text', t.text],
    ['html', t.html],
  ];
  return (
    <section className={styles.panel} aria-label={t.preview}>
      <header className={styles.head}>
        <Segments
          label={t.view}
          value={look}
          options={source === null ? options : [...options, ['all', t.all]]}
          onChange={onLook}
        />
        <div className={styles.switches}>
          <button
            type="button"
            title={t.dark}
            aria-label={t.dark}
            aria-pressed={isDark}
            onClick={() => setDark(!isDark)}
          >
            {isDark ? <Moon aria-hidden /> : <Sun aria-hidden />}
          </button>
          <button
            type="button"
            title={t.images}
            aria-label={t.images}
            aria-pressed={hasImages}
            onClick={() => setImages(!hasImages)}
          >
            {hasImages ? <Image aria-hidden /> : <ImageOff aria-hidden />}
          </button>
        </div>
      </header>
      <div className={styles.facts}>
        <span className={styles.subject} title={subject}>
          {subject}
        </span>
        {report !== null && <Size bytes={report.bytes} />}
      </div>
      <div className={styles.stage} data-stale={isWorking || isRefused} aria-busy={isWorking}>
        <div className={styles.state} role="status">
          {isWorking ? t.updating : isRefused && report !== null ? t.stale : ''}
        </div>
        {error !== null && (
          <p className={styles.none}>
            {isPassing(error) ? `${error.message} ${p.retrying}` : messageOf(error)}
          </p>
        )}
        {report === null && error === null && !isWorking && <p className={styles.none}>{t.neverRendered}</p>}
        {look === 'all' && source !== null && (
          <AllVariants source={source} isDark={isDark} hasImages={hasImages} onChoose={onVariant} />
        )}
        {report !== null && (look === 'desktop' || look === 'phone') && (
          <Mail
            html={report.html}
            width={WIDTHS[look]}
            isDark={isDark}
            hasImages={hasImages}
            isPhone={look === 'phone'}
          />
        )}
        {report !== null && look === 'text' && <pre className={styles.text}>{report.text}</pre>}
        {report !== null && look === 'html' && (
          <CodeEditor label={t.html} text={report.html} language="html" isReadOnly onChange={() => {}} />
        )}
      </div>
      {isDark && report !== null && !hasDarkStyles(report.html) && <p className={styles.note}>{t.turned}</p>}
    </section>
  );
}

interface MailProps {
  readonly html: string;
  readonly width: number;
  readonly isDark: boolean;
  readonly hasImages: boolean;
  readonly isPhone: boolean;
}

/** Scales the email down to the available room. */
function Mail({ html, width, isDark, hasImages, isPhone }: MailProps) {
  const t = useWords(studioTexts);
  const [place, room] = useWidth();
  const zoom = room === 0 ? 1 : Math.min(1, room / width);
  return (
    <div ref={place} className={isPhone ? styles.phonePlace : styles.place}>
      {room > 0 && (
        <div className={isPhone ? styles.phone : styles.desk}>
          <EmailFrame
            html={html}
            title={t.theEmail}
            width={isPhone ? width : Math.max(width, room)}
            zoom={zoom}
            isDark={isDark}
            hasImages={hasImages}
          />
        </div>
      )}
      {zoom < 1 && <span className={styles.zoom}>{t.zoom(`${Math.round(zoom * 100)} %`)}</span>}
    </div>
  );
}

function Size({ bytes }: { readonly bytes: number }) {
  const t = useWords(studioTexts);
  const { text, share, tone } = sizeOf(bytes);
  return (
    <span className={styles.size} data-tone={tone} title={t.sizeAbout}>
      <span className={styles.meter} aria-hidden>
        <span style={{ width: `${Math.min(100, share * 100)}%` }} />
      </span>
      {t.size(text)}
    </span>
  );
}
