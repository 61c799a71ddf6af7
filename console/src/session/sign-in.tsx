import { useState } from 'react';
import { Refusal } from '../api/refusal';
import { exchangeLink, factsOf } from '../api/session-calls';
import { brand } from '../brand/brand';
import { useWords } from '../i18n/words';
import { Button } from '../parts/button';
import { TextField } from '../parts/field';
import { Form } from '../parts/form';
import { Banner } from '../parts/states';
import { Page } from '../parts/page';
import { type HandedOver, handedOverIn } from './host-page';
import { session } from './session';
import styles from './sign-in.module.css';
import type { Session } from './tabs';
import { texts } from './texts';

/** The page for users who are not signed in. */
export function SignIn({
  message,
  isWarning,
}: {
  readonly message: string | null;
  readonly isWarning: boolean;
}) {
  const t = useWords(texts);
  const [credential, setCredential] = useState('');
  const signIn = async () => {
    const given = handedOverIn(credential);
    const message = 'link' in given ? t.invalidLink : t.invalidKey;
    session.enter(await sessionOf(given).catch((error: unknown) => refuse(error, message)));
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
                name="credential"
                label={t.linkOrKey}
                type="password"
                value={credential}
                onChange={setCredential}
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

/** A pasted link signs in without leaving the address, such as that in an email about a subscription. */
async function sessionOf(given: HandedOver): Promise<Session> {
  if ('link' in given) return exchangeLink(given.link);
  const { partnerId } = await factsOf(given.key);
  return { key: given.key, partnerName: null, partnerId };
}

/** Reports an invalid credential at the field. */
function refuse(error: unknown, message: string): never {
  if (!(error instanceof Refusal) || error.problem.status !== 401) throw error;
  throw new Refusal({ ...error.problem, errors: [{ pointer: '/credential', message }] });
}
