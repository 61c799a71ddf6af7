import { Radio } from 'lucide-react';
import { useState } from 'react';
import type { Schema } from '../api/client';
import { useWords } from '../i18n/words';
import { Button } from '../parts/button';
import { CodeText } from '../parts/code-text';
import { Section } from '../parts/page';
import { Segments } from '../parts/tabs';
import { toast } from '../parts/toast-store';
import { useCanWrite } from '../session/scopes';
import type { ReceiverLanguage } from './receiver';
import { receiversFor } from './receivers';
import { sendTest, type Subscription } from './subscription-calls';
import { TrialVerdict } from './trial-verdict';
import { subscriptionsTexts } from './words';

interface ReceiversProps {
  readonly subscription: Subscription;
  /** Null until it is shown. */
  readonly secret: Schema<'SigningSecret'> | null;
}

/** Receivers that verify signatures, and a signed test of the one that runs. */
export function Receivers({ subscription: { id, signing, isActive }, secret }: ReceiversProps) {
  const t = useWords(subscriptionsTexts);
  const canWrite = useCanWrite();
  const [language, setLanguage] = useState<ReceiverLanguage>('node');
  const [trial, setTrial] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);
  const receivers = receiversFor(signing, secret);
  const send = async () => {
    setPending(true);
    await sendTest(id).then(setTrial, toast.warn);
    setPending(false);
  };
  return (
    <Section
      title={t.verify}
      actions={
        <Segments
          label={t.language}
          value={language}
          onChange={setLanguage}
          options={receivers.map((one) => [one.id, one.name] as const)}
        />
      }
    >
      <p className="muted">{signing === 'hmac' ? t.verifyText : t.verifyKeyText}</p>
      {canWrite && isActive && (
        <div className="row-8">
          <Button icon={<Radio aria-hidden />} isPending={isPending} onPress={() => void send()}>
            {t.tryReceiver}
          </Button>
        </div>
      )}
      {trial !== null && <TrialVerdict key={trial} deliveryId={trial} />}
      <CodeText
        label={t.verify}
        text={receivers.find((one) => one.id === language)?.code ?? ''}
        syntax="program"
      />
    </Section>
  );
}
