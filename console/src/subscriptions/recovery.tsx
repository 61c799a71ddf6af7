import { useState } from 'react';
import { useWords } from '../i18n/words';
import { Button } from '../parts/button';
import { TextField } from '../parts/field';
import { Form } from '../parts/form';
import { toast } from '../parts/toast-store';
import { forInput, fromInput, number } from '../time/format';
import { recoverSince, type Subscription } from './subscription-calls';
import styles from './recovery.module.css';
import { subscriptionsTexts } from './words';

const DAY_MS = 86_400_000;

/** Delivers what a subscription has missed since its last valid answer, or since a chosen time. */
export function Recovery({ subscription: { id, lastActiveAt } }: { readonly subscription: Subscription }) {
  const t = useWords(subscriptionsTexts);
  const [since, setSince] = useState(() =>
    forInput(lastActiveAt ?? new Date(Date.now() - DAY_MS).toISOString()),
  );
  const recover = async () => {
    const { deliveries, resumeSince } = await recoverSince(id, fromInput(since) ?? '');
    if (resumeSince !== null) setSince(forInput(resumeSince));
    const done = deliveries === 0 ? t.nothingMissed : t.recovered(number(deliveries));
    toast.info(resumeSince === null ? done : `${done} ${t.moreToRecover}`);
  };
  return (
    <details className={styles.recovery}>
      <summary>{t.recover}</summary>
      <Form label={t.recover} onSubmit={recover} className="stack-8">
        <p className="muted small">{t.recoverText}</p>
        <div className={styles.tools}>
          <TextField
            name="since"
            type="datetime-local"
            label={t.recoverSince}
            value={since}
            onChange={setSince}
            isRequired
          />
        </div>
        <div>
          <Button type="submit">{t.recoverAction}</Button>
        </div>
      </Form>
    </details>
  );
}
