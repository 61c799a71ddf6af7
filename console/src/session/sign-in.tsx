import { useState } from 'react';
import { Refusal } from '../api/refusal';
import { factsOf } from '../api/session-calls';
import { brand } from '../brand/brand';
import { useWords } from '../i18n/words';
import { Button } from '../parts/button';
import { TextField } from '../parts/field';
import { Form } from '../parts/form';
import { Banner } from '../parts/states';
import { Page } from '../parts/page';
import { session } from './session';
import styles from './sign-in.module.css';
import { texts } from './texts';

/** The page for whoever is not signed in. */
export function SignIn({
  message,
  isWarning,
}: {
  readonly message: string | null;
  readonly isWarning: boolean;
}) {
  const t = useWords(texts);
  const [key, setKey] = useState('');
  const signIn = async () => {
    const given = key.trim();
    const { partnerId } = await factsOf(given).catch((error: unknown) => refuse(error, t.invalidKey));
    session.enter({ key: given, partnerName: null, partnerId });
  };
  return (
    <main className={styles.place} tabIndex={-1}>
      <div className={styles.card}>
        <Page title={t.title(brand.name)} width="full">
          <div className={styles.content}>
            <div role="status">
              {message !== null && <Banner tone={isWarning ? 'bad' : 'info'}>{message}</Banner>}
            </div>
            <p>{t.byLink}</p>
            <p className="muted">{t.byKey}</p>
            <Form label={t.signIn} onSubmit={signIn} className="stack-16">
              <TextField
                name="key"
                label={t.key}
                type="password"
                value={key}
                onChange={setKey}
                placeholder="lvk_…"
                isRequired
              />
              <Button type="submit" tone="primary">
                {t.signIn}
              </Button>
            </Form>
          </div>
        </Page>
      </div>
    </main>
  );
}

/** A key that opens nothing is the field's affair. */
function refuse(error: unknown, message: string): never {
  if (!(error instanceof Refusal) || error.problem.status !== 401) throw error;
  throw new Refusal({ ...error.problem, errors: [{ pointer: '/key', message }] });
}
