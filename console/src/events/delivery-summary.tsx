import type { Schema } from '../api/client';
import { useWords } from '../i18n/words';
import { Badge } from '../parts/badge';
import { number } from '../time/format';
import { eventsTexts } from './words';

/** The states of an event's deliveries, in a line. */
export function DeliverySummary({ deliveries }: { readonly deliveries: readonly Schema<'Delivery'>[] }) {
  const t = useWords(eventsTexts);
  const count = (state: string) => deliveries.filter(({ status }) => status === state).length;
  const [succeeded, failed, pending] = [count('succeeded'), count('failed'), count('pending')];
  const cancelled = count('cancelled');
  if (deliveries.length === 0) return <span className="muted">–</span>;
  return (
    <span className="row-8">
      {failed > 0 && <Badge tone="bad">{t.failed(number(failed))}</Badge>}
      {pending > 0 && <Badge tone="wait">{t.pending(number(pending))}</Badge>}
      {succeeded > 0 && <Badge tone="good">{t.succeeded(number(succeeded))}</Badge>}
      {cancelled > 0 && <Badge tone="ended">{t.cancelled(number(cancelled))}</Badge>}
    </span>
  );
}
