import { Pause, Play, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useWords } from '../i18n/words';
import { Button } from '../parts/button';
import { confirmed } from '../parts/confirm';
import { chosenFilters, type Filter, Filters } from '../parts/filters';
import { Page } from '../parts/page';
import { toast } from '../parts/toast-store';
import { addressOf, usePlace } from '../routing/place';
import { Link } from '../routing/link';
import { useCanWrite } from '../session/scopes';
import { number } from '../time/format';
import { type DeliveryFilters, retryAll } from './delivery-calls';
import styles from './deliveries.module.css';
import { useDeliveryFilters } from './delivery-filters';
import { DeliveryTable } from './delivery-table';
import { deliveriesTexts } from './words';

/** All deliveries, newest first, under filters that are part of the address. */
export function DeliveryList() {
  const t = useWords(deliveriesTexts);
  const { parameters } = usePlace();
  const filters = useDeliveryFilters();
  const chosen = chosenFilters(parameters, filters);
  const [isLive, setLive] = useState(true);
  const canWrite = useCanWrite();
  return (
    <Page
      title={t.title}
      about={t.about}
      actions={
        <>
          <Button
            icon={isLive ? <Pause aria-hidden /> : <Play aria-hidden />}
            onPress={() => setLive(!isLive)}
          >
            {isLive ? t.pause : t.resume}
          </Button>
          {canWrite && Object.keys(chosen).length > 0 && <RetryAll chosen={chosen} filters={filters} />}
        </>
      }
    >
      <div className="stack-8">
        <Presets />
        <Filters filters={filters} />
      </div>
      <DeliveryTable filters={chosen} isLive={isLive} />
    </Page>
  );
}

/** The questions that are asked most, each an address. */
function Presets() {
  const t = useWords(deliveriesTexts);
  const [midnight] = useState(() => new Date(new Date().setHours(0, 0, 0, 0)).toISOString());
  const [hourAgo] = useState(() => new Date(Date.now() - 3_600_000).toISOString());
  const presets = [
    [t.failedToday, { status: 'failed', since: midnight }],
    [t.retryingNow, { status: 'pending' }],
    [t.lastHour, { since: hourAgo }],
  ] as const;
  return (
    <nav className={styles.presets} aria-label={t.presets}>
      {presets.map(([label, parameters]) => (
        <Link key={label} href={addressOf(['deliveries'], parameters)}>
          {label}
        </Link>
      ))}
    </nav>
  );
}

function RetryAll({ chosen, filters }: { chosen: DeliveryFilters; filters: readonly Filter[] }) {
  const t = useWords(deliveriesTexts);
  const said = filters
    .filter(({ name }) => chosen[name] !== undefined)
    .map(({ name, label }) => `${label} ${chosen[name]}`)
    .join(', ');
  const retry = async () => {
    const question = { title: t.retryAllTitle, text: t.retryAllText(said), action: t.retryAll };
    if (!(await confirmed(question))) return;
    try {
      const { count, hasMore } = await retryAll(chosen);
      toast.tell(hasMore ? t.retryingMore(number(count)) : t.retrying(number(count)));
    } catch (error) {
      toast.warn(error);
    }
  };
  return (
    <Button icon={<RotateCcw aria-hidden />} onPress={() => void retry()}>
      {t.retryAll}
    </Button>
  );
}
