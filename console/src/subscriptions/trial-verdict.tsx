import { adviceFor } from '../deliveries/advice';
import { useDelivery } from '../deliveries/delivery-calls';
import { useWords } from '../i18n/words';
import { ofDelivery } from '../outcomes/outcomes';
import { LinkButton } from '../parts/button';
import { Banner } from '../parts/states';
import { addressOf } from '../routing/place';
import { duration } from '../time/format';
import { subscriptionsTexts } from './words';

/** The answers of receivers that refuse a signature. */
const REFUSALS: ReadonlySet<number> = new Set([400, 401, 403]);

/** Whether the receiver accepted a test, or why not; a placeholder until the answer arrives. */
export function TrialVerdict({ deliveryId }: { readonly deliveryId: string }) {
  const t = useWords(subscriptionsTexts);
  const { data } = useDelivery(deliveryId);
  const attempt = data?.attempts.at(-1);
  const see = (
    <LinkButton tone="quiet" href={addressOf(['deliveries', deliveryId])}>
      {t.seeIt}
    </LinkButton>
  );
  if (attempt === undefined) return <Banner tone="info">{t.tryingReceiver}</Banner>;
  const { status, error, durationMs } = attempt;
  const said =
    error === null
      ? t.tookIt(status ?? 0, duration(durationMs))
      : status !== null && REFUSALS.has(status)
        ? t.refusedSignature(status)
        : `${t.didNotTake(ofDelivery.outcome(attempt))} ${adviceFor(attempt) ?? ''}`;
  return (
    <div aria-live="polite">
      <Banner tone={error === null ? 'good' : 'bad'} action={see}>
        {said}
      </Banner>
    </div>
  );
}
