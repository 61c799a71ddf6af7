import { TableProperties } from 'lucide-react';
import { useCallback } from 'react';
import { emailKinds } from '../api/generated/names';
import { useWords } from '../i18n/words';
import { LinkButton } from '../parts/button';
import { Page } from '../parts/page';
import { EmptyState, FailedState, SkeletonRows } from '../parts/states';
import { addressOf, changeParameters, usePlace } from '../routing/place';
import { useCanWrite } from '../session/scopes';
import { AddCompany } from './add-company';
import { AssignmentPage } from './assignment-page';
import { CellPanel } from './cell-panel';
import { targetNamed } from './effective';
import { KindTable } from './kind-table';
import { type Matrix, useMatrix } from './use-matrix';
import { assignmentsTexts } from './words';

/** The template of each email, or one cell as a page. */
export function AssignmentsView() {
  const { segments } = usePlace();
  const [name] = segments;
  return name === undefined ? <AssignmentMatrix /> : <AssignmentPage key={name} name={name} />;
}

function AssignmentMatrix() {
  const t = useWords(assignmentsTexts);
  const { matrix, error, retry } = useMatrix();
  const mayWrite = useCanWrite();
  return (
    <Page
      title={t.title}
      about={t.about}
      actions={matrix !== null && !isEmpty(matrix) && mayWrite && <AddCompany />}
    >
      {matrix === null && error !== null && <FailedState error={error} onRetry={retry} />}
      {matrix === null && error === null && <SkeletonRows />}
      {matrix !== null && <Matrixes matrix={matrix} />}
    </Page>
  );
}

function isEmpty({ templates, assignments }: Matrix): boolean {
  return templates.size === 0 && assignments.length === 0;
}

function Matrixes({ matrix }: { readonly matrix: Matrix }) {
  const t = useWords(assignmentsTexts);
  const mayWrite = useCanWrite();
  const { parameters } = usePlace();
  const open = targetNamed(parameters.get('open') ?? '');
  const close = useCallback(() => changeParameters({ open: null }), []);
  if (isEmpty(matrix)) {
    return (
      <EmptyState
        icon={<TableProperties aria-hidden />}
        title={t.noTemplates}
        action={
          mayWrite && (
            <LinkButton tone="primary" href={addressOf(['templates', 'new'])}>
              {t.makeTemplate}
            </LinkButton>
          )
        }
      >
        {t.noTemplatesText}
      </EmptyState>
    );
  }
  const added = Number(parameters.get('company') ?? '');
  const assigned = matrix.assignments.flatMap(({ companyId }) => companyId ?? []);
  const companies = new Set([...assigned, ...(Number.isInteger(added) && added > 0 ? [added] : [])]);
  const rows = [null, ...[...companies].sort((one, other) => one - other)];
  return (
    <>
      {emailKinds.map((kind) => (
        <KindTable key={kind} kind={kind} companies={rows} matrix={matrix} open={open} />
      ))}
      {open !== null && (
        <CellPanel key={parameters.get('open')} target={open} matrix={matrix} onClose={close} />
      )}
    </>
  );
}
