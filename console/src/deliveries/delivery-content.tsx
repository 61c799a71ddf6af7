import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useWords } from '../i18n/words';
import { ofDelivery } from '../outcomes/outcomes';
import { Button, LinkButton } from '../parts/button';
import { CodeText, laidOut } from '../parts/code-text';
import { CopyButton } from '../parts/copy-button';
import { Facts, Section } from '../parts/page';
import { Banner } from '../parts/states';
import { toast } from '../parts/toast-store';
import { Link } from '../routing/link';
import { addressOf } from '../routing/place';
import { useCanWrite } from '../session/scopes';
import { AbsoluteTime, UpcomingTime } from '../time/relative-time';
import { Attempts } from './attempts';
import { type DeliveryDetail, retryDelivery, useSubscriptionNames } from './delivery-calls';
import { adviceFor } from './advice';
import { curlOf, sentHeaders } from './request-as-sent';
import { Timeline } from './timeline';
import { deliveriesTexts } from './words';

interface DeliveryContentProps {
  readonly delivery: DeliveryDetail;
}

/** Everything about a delivery: its state, the remedy for a failure, its attempts, and the request. */
export function DeliveryContent({ delivery }: DeliveryContentProps) {
  const t = useWords(deliveriesTexts);
  const { id, type, typeId, subscriptionId, eventId, createdAt, status, attempts } = delivery;
  return (
    <div className="stack-24">
      <Verdict delivery={delivery} />
      <div className="row-8">
        {useCanWrite() && <RetryButton id={id} />}
        <CopyButton label={t.curl} what={t.request} text={curlOf(delivery)} />
        <LinkButton href={addressOf(['events', eventId])}>{t.openEvent}</LinkButton>
      </div>
      <Facts
        facts={{
          [t.document]: <Link href={addressOf(['deliveries'], { typeId })}>{typeId}</Link>,
          [t.event]: type,
          [t.subscription]: (
            <Link href={addressOf(['subscriptions', subscriptionId])}>#{subscriptionId}</Link>
          ),
          [t.when]: <AbsoluteTime at={createdAt} />,
          [t.nextAttempt]: status === 'pending' && <NextAttempt delivery={delivery} />,
          [t.webhookId]: <code>{id}</code>,
        }}
      />
      {attempts.length > 0 && <Timeline delivery={delivery} />}
      <Attempts delivery={delivery} />
      <Section title={t.request}>
        <CodeText label={t.headers} text={sentHeaders(delivery)} isWrapped />
        <p className="muted small">{t.otherHeaders}</p>
        <CodeText label={t.body} text={laidOut(delivery.body)} syntax="json" />
      </Section>
    </div>
  );
}

function NextAttempt({ delivery: { nextAttemptAt, attemptCount, subscriptionId } }: DeliveryContentProps) {
  const t = useWords(deliveriesTexts);
  if (nextAttemptAt !== null) return <UpcomingTime at={nextAttemptAt} />;
  return attemptCount === 0 ? <FirstAttempt subscriptionId={subscriptionId} /> : t.being;
}

/** With order for each document, a first attempt may have to wait for an earlier delivery. */
function FirstAttempt({ subscriptionId }: { readonly subscriptionId: number }) {
  const t = useWords(deliveriesTexts);
  const { data: subscriptions } = useSubscriptionNames();
  const isOrdered = subscriptions?.find(({ id }) => id === subscriptionId)?.ordering === 'document';
  return isOrdered ? t.beingOrWaiting : t.being;
}

/** The problem and its remedy, in words; empty when all is well. */
function Verdict({ delivery }: DeliveryContentProps) {
  const t = useWords(deliveriesTexts);
  const { status, lastStatus, lastError } = delivery;
  if (status === 'cancelled') return <Banner tone="info">{t.cancelledText}</Banner>;
  const outcome = { status: lastStatus, error: lastError };
  const advice = adviceFor(outcome);
  if (advice === null || status === 'succeeded') return null;
  return (
    <Banner tone={status === 'failed' ? 'bad' : 'wait'}>
      <strong>{ofDelivery.outcome(outcome)}.</strong> {status === 'failed' && t.failedText} {advice}
    </Banner>
  );
}

function RetryButton({ id }: { readonly id: string }) {
  const t = useWords(deliveriesTexts);
  const [isPending, setPending] = useState(false);
  const retry = async () => {
    setPending(true);
    await retryDelivery(id).then(() => toast.info(t.retried), toast.warn);
    setPending(false);
  };
  return (
    <Button icon={<RotateCcw aria-hidden />} isPending={isPending} onPress={() => void retry()}>
      {t.retryNow}
    </Button>
  );
}
