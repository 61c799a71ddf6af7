import { useWords } from '../i18n/words';
import { Link } from '../routing/link';
import { addressOf, usePlace } from '../routing/place';
import styles from './cell.module.css';
import { languageText, nameOf, placeText, type Target } from './effective';
import { Thumbnail } from './thumbnail';
import type { Matrix } from './use-matrix';
import { assignmentsTexts } from './words';

/** The look and sender of one cell's emails; pale when inherited. */
export function Cell({ target, matrix, isOpen }: { target: Target; matrix: Matrix; isOpen: boolean }) {
  const t = useWords(assignmentsTexts);
  const { parameters } = usePlace();
  const { own, applies, isInherited } = matrix.effective(target);
  const name = nameOf(target);
  const query = Object.fromEntries(parameters);
  const template = applies === null ? undefined : matrix.templates.get(applies.templateId);
  const title = applies === null ? t.defaultTemplate : matrix.nameOf(applies.templateId);
  const isOwnGone = own !== null && own !== applies;
  return (
    <td className={styles.cell} data-pale={applies === null || isInherited} data-open={isOpen}>
      <span className={styles.language}>{languageText(target.language)}</span>
      <div className={styles.content}>
        <Thumbnail template={template} kind={target.kind} language={target.language} />
        <div className={styles.words}>
          <Link
            className={styles.name}
            href={addressOf(['assignments', name])}
            panel={addressOf(['assignments'], { ...query, open: name })}
            aria-label={`${title}: ${placeText(target)}`}
            aria-current={isOpen ? 'true' : undefined}
          >
            {title}
          </Link>
          {isOwnGone && <span className={styles.gone}>{t.deleted(own.templateId)}</span>}
          {applies === null && !isOwnGone && <span>{t.nothingAssigned}</span>}
          {applies !== null && isInherited && <span>{t.from(placeText(applies))}</span>}
          {applies !== null && !isInherited && (
            <>
              <span title={t.subject}>{applies.subject ?? t.defaultSubject}</span>
              <span title={t.fromName}>{applies.fromName ?? t.defaultFromName}</span>
              {applies.replyTo !== null && <span title={t.replyTo}>{applies.replyTo}</span>}
            </>
          )}
        </div>
      </div>
    </td>
  );
}
