import { Send } from 'lucide-react';
import { useState } from 'react';
import { Attempts } from '../deliveries/attempts';
import { useDelivery } from '../deliveries/delivery-calls';
import { ofDelivery } from '../outcomes/outcomes';
import { useWords } from '../i18n/words';
import { StateBadge } from '../parts/badge';
import { Button, LinkButton } from '../parts/button';
import { Section } from '../parts/page';
import { Banner, SkeletonRows } from '../parts/states';
import { toast } from '../parts/toast-store';
import { addressOf } from '../routing/place';
import { useCanWrite } from '../session/scopes';
import { Secret } from './secret';
import { sendTest, type Subscription } from './subscription-calls';
import styles from './test-tab.module.css';
import { subscriptionsTexts } from './words';

/** Tries out a subscription: a test with its result, the secret, and a receiver that verifies with it. */
export function TestTab({ subscription }: { readonly subscription: Subscription }) {
  const t = useWords(subscriptionsTexts);
  const [delivery, setDelivery] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);
  const canWrite = useCanWrite();
  const send = async () => {
    setPending(true);
    await sendTest(subscription.id).then(setDelivery, toast.warn);
    setPending(false);
  };
  return (
    <div className={styles.two}>
      <Section title={t.testTitle}>
        <p className="muted">{t.testText}</p>
        {subscription.isActive && canWrite && (
          <div>
            <Button
              tone="primary"
              icon={<Send aria-hidden />}
              isPending={isPending}
              onPress={() => void send()}
            >
              {t.sendTest}
            </Button>
          </div>
        )}
        {!subscription.isActive && <Banner tone="info">{t.inactiveTest}</Banner>}
        {delivery !== null && <Result key={delivery} id={delivery} />}
      </Section>
      <Secret subscription={subscription} />
    </div>
  );
}

function Result({ id }: { readonly id: string }) {
  const t = useWords(subscriptionsTexts);
  const { data } = useDelivery(id);
  if (data === undefined) return <SkeletonRows count={2} />;
  return (
    <div className="stack-8" aria-live="polite">
      <div className="row-8">
        <h3>{t.result2}</h3>
        <StateBadge state={ofDelivery.state(data)} />
        <LinkButton tone="quiet" href={addressOf(['deliveries', id])}>
          {t.seeIt}
        </LinkButton>
      </div>
      <Attempts delivery={data} />
    </div>
  );
}
