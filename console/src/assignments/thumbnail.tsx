import { LayoutTemplate } from 'lucide-react';
import { useWords } from '../i18n/words';
import { useLanguage } from '../i18n/language';
import { EmailFrame } from '../parts/email-frame';
import { useSample } from './assignment-calls';
import styles from './thumbnail.module.css';
import type { AssignedLanguage, Kind } from './effective';
import type { Template } from './use-matrix';
import { assignmentsTexts } from './words';

/** The height of the picture, and the width of the window in it, in pixels. */
const HEIGHT = 96;
const WINDOW = 600;
const SCALE = 80 / WINDOW;

/** A picture of a template, or of the default template, with sample data. Cells for every language use the language of the console. */
export function Thumbnail({
  template,
  kind,
  language,
}: {
  readonly template: Template | undefined;
  readonly kind: Kind;
  readonly language: AssignedLanguage;
}) {
  const t = useWords(assignmentsTexts);
  const spoken = useLanguage();
  const { data } = useSample(template, kind, language ?? spoken);
  return (
    <div className={styles.thumbnail} aria-hidden>
      {data === undefined ? (
        <LayoutTemplate />
      ) : (
        <EmailFrame
          html={data}
          title={t.frameTitle}
          width={WINDOW}
          height={HEIGHT / SCALE}
          zoom={SCALE}
          isThumbnail
        />
      )}
    </div>
  );
}
