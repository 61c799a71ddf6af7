import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { queryClient } from '../api/query-client';
import { useWords } from '../i18n/words';
import { doneWithEach } from '../api/each';
import { Button } from '../parts/button';
import { toast } from '../parts/toast-store';
import { number } from '../time/format';
import { type Delivery, retryDelivery } from './delivery-calls';
import { deliveriesTexts } from './words';

interface RetrySelectedProps {
  readonly chosen: readonly Delivery[];
  readonly onDone: () => void;
}

/** Retries each of the selected deliveries. */
export function RetrySelected({ chosen, onDone }: RetrySelectedProps) {
  const t = useWords(deliveriesTexts);
  const [isPending, setPending] = useState(false);
  const retry = async () => {
    setPending(true);
    const done = await doneWithEach(chosen, ({ id }) => retryDelivery(id));
    if (done.length > 0) toast.info(t.onTheWay(number(done.length)));
    void queryClient.invalidateQueries({ queryKey: ['deliveries'] });
    setPending(false);
    onDone();
  };
  return (
    <Button
      tone="primary"
      icon={<RotateCcw aria-hidden />}
      isPending={isPending}
      onPress={() => void retry()}
    >
      {t.retryAction}
    </Button>
  );
}
