import { useWords } from '../i18n/words';
import { Page } from '../parts/page';
import { Banner, SkeletonRows } from '../parts/states';
import styles from './sign-in.module.css';
import { texts } from './texts';

/** Shown in a frame until the host page hands over a credential. `message` is the reason for a failure. */
export function FramedSignIn({ message }: { readonly message: string | null }) {
  const t = useWords(texts);
  return (
    <main className={styles.place} tabIndex={-1}>
      <div className={styles.card}>
        <Page title={t.signingIn} width="full">
          <div className={styles.content}>
            <div role="status">{message !== null && <Banner tone="bad">{message}</Banner>}</div>
            <p className="muted">{message === null ? t.byHostPage : t.loadHostPage}</p>
            {message === null && <SkeletonRows />}
          </div>
        </Page>
      </div>
    </main>
  );
}
