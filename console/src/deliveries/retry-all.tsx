import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useWords } from '../i18n/words';
import { Button } from '../parts/button';
import { confirmed } from '../parts/confirm';
import type { Filter } from '../parts/filters';
import { toast } from '../parts/toast-store';
import { number } from '../time/format';
import { countMatching, type DeliveryFilters, retryAll } from './delivery-calls';
import { deliveriesTexts } from './words';

interface RetryAllProps {
  readonly chosen: DeliveryFilters;
  readonly filters: readonly Filter[];
}

/** Retries everything under the filters, after it has said how many that are. */
export function RetryAll({ chosen, filters }: RetryAllProps) {
  const t = useWords(deliveriesTexts);
  const [isPending, setPending] = useState(false);
  const said = filters
    .filter(({ name }) => chosen[name] !== undefined)
    .map(({ name, label }) => `${label} ${chosen[name]}`)
    .join(', ');
  const ask = async () => {
    const { count, hasMore } = await countMatching(chosen);
    if (count === 0) {
      toast.info(t.nothingMatches);
      return;
    }
    const many = number(count);
    const question = {
      title: hasMore ? t.retryFirstTitle(many) : t.retryAllTitle(count, many),
      text: t.retryAllText(said),
      action: t.retryAction,
    };
    if (!(await confirmed(question))) return;
    const retried = await retryAll(chosen);
    toast.info((retried.hasMore ? t.onTheWayMore : t.onTheWay)(number(retried.count)));
  };
  const press = async () => {
    setPending(true);
    await ask().catch(toast.warn);
    setPending(false);
  };
  return (
    <Button icon={<RotateCcw aria-hidden />} isPending={isPending} onPress={() => void press()}>
      {t.retryAll}
    </Button>
  );
}
