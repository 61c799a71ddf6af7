import { useQuery } from '@tanstack/react-query';
import { api, bodyOf } from '../api/client';
import { useLanguage } from '../i18n/language';
import { useWords } from '../i18n/words';
import { Tag } from '../parts/badge';
import { Page } from '../parts/page';
import { Skeleton } from '../parts/states';
import { useWidth } from '../parts/use-width';
import { Link } from '../routing/link';
import { addressOf } from '../routing/place';
import { WritersOnly } from '../session/writers-only';
import { EmailFrame } from '../parts/email-frame';
import { ImportButton } from './import-button';
import styles from './starter-gallery.module.css';
import { type Starter, starters } from './starters';
import { templatesTexts } from './words';

const PICTURE_HEIGHT = 220;
const EMAIL_WIDTH = 640;

/** The choices for a new template, with a preview of each. */
export function StarterGallery() {
  const t = useWords(templatesTexts);
  return (
    <WritersOnly title={t.chooseTitle}>
      <Page title={t.chooseTitle} about={t.chooseAbout} actions={<ImportButton />}>
        <ul className={styles.grid}>
          {starters.map((starter) => (
            <li key={starter.id}>
              <StarterCard starter={starter} />
            </li>
          ))}
        </ul>
      </Page>
    </WritersOnly>
  );
}

function StarterCard({ starter }: { readonly starter: Starter }) {
  const t = useWords(templatesTexts);
  const [place, width] = useWidth();
  const html = useStarterHtml(starter);
  const zoom = width / EMAIL_WIDTH;
  const name = t[starter.id];
  return (
    <Link href={addressOf(['templates', 'new'], { from: starter.id })} className={styles.card}>
      <div ref={place} className={styles.picture} style={{ height: PICTURE_HEIGHT }}>
        {html === undefined || width === 0 ? (
          <Skeleton height={PICTURE_HEIGHT} />
        ) : (
          <EmailFrame
            html={html}
            title={name}
            width={EMAIL_WIDTH}
            height={PICTURE_HEIGHT / zoom}
            zoom={zoom}
            isThumbnail
          />
        )}
      </div>
      <div className={styles.words}>
        <div className="row-8">
          <strong>{name}</strong>
          <Tag>{starter.type.toUpperCase()}</Tag>
        </div>
        <p className="muted small">{t[`${starter.id}About`]}</p>
      </div>
    </Link>
  );
}

/** The rendered starter. It does not change while the console is open. */
function useStarterHtml({ id, type, data, kind }: Starter): string | undefined {
  const language = useLanguage();
  const { data: html } = useQuery({
    queryKey: ['starter', id, language],
    queryFn: async ({ signal }) => {
      const body = { type, parser: 'hbs' as const, data, inlineStyles: true, kind, language, values: {} };
      return (await bodyOf(api.POST('/partner/emailTemplate/validate', { body, signal }))).html;
    },
    staleTime: Infinity,
  });
  return html;
}
