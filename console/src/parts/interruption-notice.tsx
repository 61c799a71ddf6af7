import { CloudOff, WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { interruption } from '../api/interruption';
import { useWords } from '../i18n/words';
import { Button } from './button';
import styles from './interruption-notice.module.css';
import { RetryCountdown } from './retry-countdown';
import { partTexts } from './texts';

/** A notice over the page while reads fail, with the time of the next attempt. It does not move the page. */
export function InterruptionNotice() {
  const t = useWords(partTexts);
  const present = useSyncExternalStore(interruption.listen, interruption.read);
  const isOnline = useSyncExternalStore(listenToLine, () => navigator.onLine);
  return (
    <div className={styles.place} role="status">
      {!isOnline && (
        <div className={styles.notice}>
          <WifiOff aria-hidden />
          <p>{t.offline}</p>
        </div>
      )}
      {isOnline && present !== null && (
        <div className={styles.notice}>
          <CloudOff aria-hidden />
          <p>
            {present.cause.message} <RetryCountdown />
          </p>
          <Button onPress={interruption.tryNow}>{t.tryNow}</Button>
        </div>
      )}
    </div>
  );
}

function listenToLine(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}
