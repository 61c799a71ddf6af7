import { useEffect, useState, useSyncExternalStore } from 'react';
import { interruption } from '../api/interruption';
import { useWords } from '../i18n/words';
import { duration } from '../time/format';
import { partTexts } from './texts';

/** When failed reads are tried again. Only for the eye: a reader would say it every second. */
export function RetryCountdown() {
  const t = useWords(partTexts);
  const present = useSyncExternalStore(interruption.listen, interruption.read);
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const ticking = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(ticking);
  }, []);
  if (present === null) return null;
  const left = Math.ceil((present.retryAt - now) / 1000);
  return <span aria-hidden>{left > 0 ? t.retryingIn(duration(left * 1000)) : t.retrying}</span>;
}
