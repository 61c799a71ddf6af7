import type { Schema } from '../api/client';
import { useWords } from '../i18n/words';
import { Tag } from '../parts/badge';
import { templatesTexts } from './words';

/** The emails to which a template is assigned, most general first. */
export function TemplateUses({
  assignments,
}: {
  readonly assignments: readonly Schema<'EmailTemplateAssignment'>[];
}) {
  const t = useWords(templatesTexts);
  if (assignments.length === 0) return <span className="muted">{t.noEmails}</span>;
  const shown = assignments.map(({ kind, language, companyId }) =>
    [kind, language, companyId === null ? null : t.company(companyId)].filter(Boolean).join(' · '),
  );
  return (
    <span className="row-8">
      {shown.slice(0, 2).map((text) => (
        <Tag key={text}>{text}</Tag>
      ))}
      {shown.length > 2 && <span className="muted">+{shown.length - 2}</span>}
    </span>
  );
}
