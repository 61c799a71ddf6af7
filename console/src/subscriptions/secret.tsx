import { useState } from 'react';
import { answerOf, api, type Schema } from '../api/client';
import { useWords } from '../i18n/words';
import { Button } from '../parts/button';
import { CodeText } from '../parts/code-text';
import { confirmed } from '../parts/confirm';
import { Section } from '../parts/page';
import { toast } from '../parts/toast-store';
import { useCanWrite } from '../session/scopes';
import { AbsoluteTime } from '../time/relative-time';
import { Receivers } from './receivers-section';
import { type Subscription, subscriptionsChanged } from './subscription-calls';
import { subscriptionsTexts } from './words';

/** The signing secret, shown on request, its rotation, and receivers that verify with it. */
export function Secret({ subscription }: { readonly subscription: Subscription }) {
  const { id } = subscription;
  const t = useWords(subscriptionsTexts);
  const [shown, setShown] = useState<Schema<'SigningSecret'> | null>(null);
  const canWrite = useCanWrite();
  const params = { params: { path: { id } } };
  const look = async () => {
    const { body } = await answerOf(api.GET('/partner/webhookSubscription/{id}/secret', params));
    setShown(body);
  };
  const rotate = async () => {
    const question = { title: t.rotateTitle, text: t.rotateText, action: t.rotate, isDangerous: true };
    if (!(await confirmed(question))) return;
    const { body } = await answerOf(api.POST('/partner/webhookSubscription/{id}/secret/rotate', params));
    setShown(body);
    void subscriptionsChanged();
    toast.info(t.rotated);
  };
  return (
    <div className="stack-24">
      <Section title={t.secret}>
        <p className="muted">{t.secretText}</p>
        {canWrite ? (
          <div className="row-8">
            <Button about={t.secret} onPress={() => void look().catch(toast.warn)}>
              {t.show}
            </Button>
            <Button about={t.secret} tone="danger" onPress={() => void rotate().catch(toast.warn)}>
              {t.rotate}
            </Button>
          </div>
        ) : (
          <p className="muted">{t.secretNeedsWrite}</p>
        )}
        {shown !== null && (
          <>
            {shown.secret !== null && <CodeText label={t.secret} text={shown.secret} isWrapped />}
            {shown.publicKey !== undefined && (
              <CodeText label={t.publicKey} text={shown.publicKey} isWrapped />
            )}
            {shown.jwksUrl !== undefined && <CodeText label={t.jwksUrl} text={shown.jwksUrl} isWrapped />}
            {shown.previousSecretUntil !== null && (
              <p className="muted small">
                {t.previousUntil} <AbsoluteTime at={shown.previousSecretUntil} />.
              </p>
            )}
          </>
        )}
      </Section>
      <Receivers subscription={subscription} secret={shown} />
    </div>
  );
}
