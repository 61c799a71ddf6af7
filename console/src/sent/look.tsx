import { useLanguage } from '../i18n/language';
import { useWords } from '../i18n/words';
import { LinkButton } from '../parts/button';
import { Banner } from '../parts/states';
import { Link } from '../routing/link';
import { addressOf } from '../routing/place';
import { problemIn } from '../templates/problem-words/problem-words';
import { type EmailDetail, useTemplateNames } from './sent-calls';
import { sentTexts } from './words';

/** The template of the email, or why another one was used. */
export function Look({ email }: { readonly email: EmailDetail }) {
  const t = useWords(sentTexts);
  const language = useLanguage();
  const nameOf = useNames();
  const { templateId, fallback, attemptCount } = email;
  if (fallback !== null) {
    const { templateId: failed, part, message } = fallback;
    const { name, isDeleted } = nameOf(failed);
    const said =
      part === 'subject'
        ? t.subjectFellBack(name)
        : part === 'fromName'
          ? t.fromNameFellBack(name)
          : t.fellBack(name);
    const place = part === 'template' ? ['templates', failed] : ['assignments'];
    return (
      <Banner
        tone="wait"
        action={
          !isDeleted && (
            <LinkButton href={addressOf(place)}>
              {part === 'template' ? t.repair : t.toAssignments}
            </LinkButton>
          )
        }
      >
        <strong>{said}</strong> {problemIn(language, message)}
      </Banner>
    );
  }
  if (templateId !== null) {
    return (
      <p>
        {t.lookTemplate} <TemplateLink id={templateId} />
      </p>
    );
  }
  if (attemptCount === 0) return <p className="muted">{t.lookLater}</p>;
  return (
    <p>
      {t.lookDefault} <Link href={addressOf(['assignments'])}>{t.toAssignments}</Link>
    </p>
  );
}

/** The name of a template. A deleted one has only a number. */
export function TemplateLink({ id }: { readonly id: number }) {
  const { name, isDeleted } = useNames()(id);
  return isDeleted ? <span>{name}</span> : <Link href={addressOf(['templates', id])}>{name}</Link>;
}

function useNames() {
  const t = useWords(sentTexts);
  const { data: names } = useTemplateNames();
  return (id: number): { readonly name: string; readonly isDeleted: boolean } => {
    const name = names?.get(id);
    const isDeleted = names !== undefined && name === undefined;
    return { name: isDeleted ? t.deletedTemplate(id) : (name ?? `#${id}`), isDeleted };
  };
}
