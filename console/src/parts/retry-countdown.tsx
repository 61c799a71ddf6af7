import { useEffect, useState, useSyncExternalStore } from 'react';
import { interruption } from '../api/interruption';
import { useWords } from '../i18n/words';
import { duration } from '../time/format';
import { partTexts } from './texts';

/** Counts down to the next attempt. Hidden from screen readers, which would repeat it every second. */
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
