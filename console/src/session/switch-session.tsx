import { useWords } from '../i18n/words';
import { Button } from '../parts/button';
import { Page } from '../parts/page';
import { session } from './session';
import styles from './sign-in.module.css';
import type { Session } from './tabs';
import { texts } from './texts';

/** A page elsewhere may have opened the link: it replaces a session only after asking. */
export function SwitchSession({ present, link }: { readonly present: Session; readonly link: string }) {
  const t = useWords(texts);
  const how = present.partnerName === null ? t.withKey : t.as(present.partnerName);
  return (
    <main className={styles.place} tabIndex={-1}>
      <div className={styles.card}>
        <Page title={t.switchTitle} width="full">
          <div className={styles.content}>
            <p>{t.switchText(how)}</p>
            <div className="row-8">
              <Button tone="primary" onPress={() => session.stay(present)}>
                {t.stay}
              </Button>
              <Button onPress={() => void session.switchTo(link, present)}>{t.change}</Button>
            </div>
          </div>
        </Page>
      </div>
    </main>
  );
}
