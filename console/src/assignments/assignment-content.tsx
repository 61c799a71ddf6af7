import { useState } from 'react';
import { useLanguage } from '../i18n/language';
import { useWords } from '../i18n/words';
import { LinkButton } from '../parts/button';
import { EmailView } from '../parts/email-view';
import { FactRows } from '../parts/fact-rows';
import { Section } from '../parts/page';
import { Banner, FailedState, Skeleton } from '../parts/states';
import { addressOf } from '../routing/place';
import { useCanWrite } from '../session/scopes';
import { type Choice, useSample, useSampleLine } from './assignment-calls';
import { AssignmentForm } from './assignment-form';
import { placeText, type Target } from './effective';
import type { Matrix } from './use-matrix';
import { assignmentsTexts } from './words';

const HEIGHT = 460;

/** The assignment of a cell, the form that changes it, and a preview. */
export function AssignmentContent({ target, matrix }: { readonly target: Target; readonly matrix: Matrix }) {
  const t = useWords(assignmentsTexts);
  const mayWrite = useCanWrite();
  const { own, applies, isInherited } = matrix.effective(target);
  const isOwnGone = own !== null && own !== applies;
  const first = [...matrix.templates.keys()][0];
  const [chosen, setChosen] = useState<Choice | null>(null);
  const present: Choice | null =
    applies ??
    (first === undefined ? null : { templateId: first, subject: null, fromName: null, replyTo: null });
  const shown = chosen ?? present;
  return (
    <div className="stack-24">
      {isOwnGone && <Banner tone="wait">{t.deleted(own.templateId)}</Banner>}
      {applies === null && !isOwnGone && <Banner tone="info">{t.defaultText}</Banner>}
      {applies !== null && isInherited && <Banner tone="info">{t.inheritedText(placeText(applies))}</Banner>}
      {mayWrite && present !== null && (
        <AssignmentForm
          key={JSON.stringify(present)}
          target={target}
          matrix={matrix}
          present={present}
          onChange={setChosen}
        />
      )}
      {!mayWrite && applies !== null && <Headers choice={applies} />}
      <Preview target={target} matrix={matrix} choice={applies === null && chosen === null ? null : shown} />
    </div>
  );
}

function Headers({ choice: { subject, fromName, replyTo } }: { readonly choice: Choice }) {
  const t = useWords(assignmentsTexts);
  return (
    <FactRows
      facts={{
        [t.subject]: subject ?? t.defaultSubject,
        [t.fromName]: fromName ?? t.defaultFromName,
        [t.replyTo]: replyTo ?? t.defaultReplyTo,
      }}
    />
  );
}

interface PreviewProps {
  readonly target: Target;
  readonly matrix: Matrix;
  /** Null for the default template. */
  readonly choice: Choice | null;
}

/** The email as a recipient would get it, with the sample data of the kind. */
function Preview({ target, matrix, choice }: PreviewProps) {
  const t = useWords(assignmentsTexts);
  const spoken = useLanguage();
  const language = target.language ?? spoken;
  const template = choice === null ? undefined : matrix.templates.get(choice.templateId);
  const { data, error, refetch } = useSample(template, target.kind, language);
  const subject = useSampleLine(choice?.subject ?? '', target.kind, language).data;
  const fromName = useSampleLine(choice?.fromName ?? '', target.kind, language).data;
  return (
    <Section
      title={t.preview}
      actions={
        template !== undefined && (
          <LinkButton tone="quiet" href={addressOf(['templates', template.id])}>
            {t.edit}
          </LinkButton>
        )
      }
    >
      <FactRows
        facts={{
          [t.fromName]: fromName ?? <span className="muted">{choice?.fromName ?? t.defaultFromName}</span>,
          [t.subject]: subject ?? <span className="muted">{choice?.subject ?? t.defaultSubject}</span>,
        }}
      />
      {data === undefined && error !== null && <FailedState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton height={HEIGHT} />}
      {data !== undefined && <EmailView html={data} title={t.frameTitle} height={HEIGHT} />}
      <p className="muted small">{t.previewOf}</p>
    </Section>
  );
}
