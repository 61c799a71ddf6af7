import { useState } from 'react';
import { messageOf } from '../api/refusal';
import { useWords } from '../i18n/words';
import { Button } from '../parts/button';
import { CodeText } from '../parts/code-text';
import { EmailView } from '../parts/email-view';
import { EmptyState, FailedState, Skeleton } from '../parts/states';
import { Segments } from '../parts/tabs';
import { toast } from '../parts/toast-store';
import { bytes } from '../time/format';
import { downloadSource, type EmailDetail, useContent } from './sent-calls';
import styles from './message.module.css';
import { sentTexts } from './words';

type View = 'html' | 'text' | 'source' | 'headers';

/** The shown part of the email. */
const PARTS = { html: 'html', text: 'text', source: 'html', headers: 'headers' } as const;
type Device = 'desktop' | 'phone' | 'dark';

/** Gmail clips HTML beyond this size. */
const CLIPPED_FROM = 102_000;

/** The email as last sent: its rendering, its text, and its source. */
export function Message({ email, height }: { readonly email: EmailDetail; readonly height: number }) {
  const t = useWords(sentTexts);
  const [view, setView] = useState<View>('html');
  const [device, setDevice] = useState<Device>('desktop');
  const { data, error, refetch } = useContent(email, PARTS[view], true);
  if (email.attemptCount === 0 && email.subject === null) return <EmptyState title={t.notYet} />;
  const size = PARTS[view] !== 'html' || data === undefined || data === null ? null : new Blob([data]).size;
  const names = { html: t.asSent, text: t.text, source: t.source, headers: t.headers };
  const save = () => {
    downloadSource(email.id).catch((fault: unknown) => toast.error(messageOf(fault)));
  };
  return (
    <section className={styles.message} aria-label={t.message}>
      <div className={styles.messageTools}>
        <Segments
          label={t.message}
          value={view}
          onChange={setView}
          options={[
            ['html', names.html],
            ['text', names.text],
            ['source', names.source],
            ['headers', names.headers],
          ]}
        />
        {view === 'html' && (
          <span className={styles.devices}>
            <Segments
              label={t.asSent}
              value={device}
              onChange={setDevice}
              options={[
                ['desktop', t.desktop],
                ['phone', t.phone],
                ['dark', t.darkView],
              ]}
            />
          </span>
        )}
        {view === 'headers' && typeof data === 'string' && <Button onPress={save}>{t.download}</Button>}
        {size !== null && (
          <span className={size > CLIPPED_FROM ? 'bad small' : 'muted small'}>
            {size > CLIPPED_FROM ? t.clipped(bytes(size)) : t.size(bytes(size))}
          </span>
        )}
      </div>
      {data === undefined && error === null && <Skeleton height={height} />}
      {data === undefined && error !== null && <FailedState error={error} onRetry={() => void refetch()} />}
      {data === null && <EmptyState title={t.notKept} />}
      {typeof data === 'string' && view === 'html' && (
        <EmailView
          html={data}
          title={t.frameTitle}
          isPhone={device === 'phone'}
          isDark={device === 'dark'}
          height={height}
        />
      )}
      {typeof data === 'string' && view !== 'html' && (
        <CodeText label={names[view]} text={data} isWrapped maxHeight={height} />
      )}
    </section>
  );
}
