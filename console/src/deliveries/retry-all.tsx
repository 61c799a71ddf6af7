import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { usePages } from '../api/use-pages';
import { useWords } from '../i18n/words';
import { Button } from '../parts/button';
import { confirmed } from '../parts/confirm';
import { type Filter, filterText } from '../parts/filters';
import { toast } from '../parts/toast-store';
import { number } from '../time/format';
import { countMatching, type DeliveryFilters, deliveriesPage, retryAll } from './delivery-calls';
import { deliveriesTexts } from './words';

interface RetryAllProps {
  readonly chosen: DeliveryFilters;
  readonly filters: readonly Filter[];
}

/** Retries all deliveries that match the filters, after showing how many there are. Hidden if the list is empty. */
export function RetryAll({ chosen, filters }: RetryAllProps) {
  const t = useWords(deliveriesTexts);
  const [isPending, setPending] = useState(false);
  // The query of the list, which is read once for both.
  const list = usePages(['deliveries', chosen], (cursor, signal) => deliveriesPage(chosen, cursor, signal));
  const said = filters
    .filter(({ name }) => chosen[name] !== undefined)
    .map((filter) => filterText(filter, chosen[filter.name] ?? ''))
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
  if (!list.isLoading && list.items.length === 0 && !list.hasMore) return null;
  return (
    <Button icon={<RotateCcw aria-hidden />} isPending={isPending} onPress={() => void press()}>
      {t.retryAll}
    </Button>
  );
}
