import { useWords } from '../i18n/words';
import { LinkButton } from '../parts/button';
import { Page } from '../parts/page';
import { EmptyState, FailedState, SkeletonRows } from '../parts/states';
import { partTexts } from '../parts/texts';
import { addressOf } from '../routing/place';
import { kindText } from '../sent/kinds';
import { AssignmentContent } from './assignment-content';
import { Origin } from './cell-panel';
import { placeText, targetNamed } from './effective';
import { useMatrix } from './use-matrix';
import { assignmentsTexts } from './words';

/** One cell of the matrix as a page. */
export function AssignmentPage({ name }: { readonly name: string }) {
  const t = useWords(assignmentsTexts);
  const p = useWords(partTexts);
  const target = targetNamed(name);
  const { matrix, error, retry } = useMatrix();
  const back = <LinkButton href={addressOf(['assignments'])}>{t.back}</LinkButton>;
  if (target === null) {
    return (
      <Page title={t.title}>
        <EmptyState title={p.missing} action={back} />
      </Page>
    );
  }
  return (
    <Page
      title={`${kindText(target.kind)}: ${placeText(target)}`}
      badges={matrix !== null && <Origin target={target} matrix={matrix} />}
      actions={back}
      width="form"
    >
      {matrix === null && error !== null && <FailedState error={error} onRetry={retry} />}
      {matrix === null && error === null && <SkeletonRows />}
      {matrix !== null && <AssignmentContent target={target} matrix={matrix} />}
    </Page>
  );
}
