import { useQuery } from '@tanstack/react-query';
import { LayoutTemplate, Plus } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import type { Schema } from '../api/client';
import { useWords } from '../i18n/words';
import { SourceList } from '../list/source-list';
import { LinkButton } from '../parts/button';
import { EmptyState } from '../parts/states';
import type { Column } from '../parts/table';
import { addressOf, usePlace } from '../routing/place';
import { useCanWrite } from '../session/scopes';
import { DraftState } from './draft-state';
import { ImportButton } from './import-button';
import { assignmentsQuery, deletedTemplatesQuery, templatesQuery } from './queries';
import { TemplateActions } from './template-actions';
import { TemplateUses } from './template-uses';
import { templatesTexts } from './words';

type Template = Schema<'EmailTemplate'>;

/** All templates, with a search. Deleted ones can be restored. */
export function TemplateList() {
  const t = useWords(templatesTexts);
  const mayWrite = useCanWrite();
  const nameOf = useCallback(({ id, name }: Template) => name ?? t.unnamed(id), [t]);
  const start = mayWrite && (
    <LinkButton tone="primary" href={addressOf(['templates', 'new'])} icon={<Plus aria-hidden />}>
      {t.newTemplate}
    </LinkButton>
  );
  return (
    <SourceList
      words={t}
      present={templatesQuery}
      deleted={deletedTemplatesQuery}
      nameOf={nameOf}
      columns={useColumns()}
      renderActions={(one, isDeleted) => (
        <TemplateActions template={one} isDeleted={isDeleted} mayWrite={mayWrite} />
      )}
      actions={
        mayWrite && (
          <>
            <ImportButton />
            {start}
          </>
        )
      }
      empty={
        <EmptyState icon={<LayoutTemplate aria-hidden />} title={t.emptyTitle} action={start}>
          {t.emptyText}
        </EmptyState>
      }
    />
  );
}

function useColumns(): readonly Column<Template>[] {
  const t = useWords(templatesTexts);
  const { data: assignments } = useQuery(assignmentsQuery);
  const isDeleted = usePlace().parameters.get('which') === 'deleted';
  return useMemo(
    () => [
      {
        id: 'state',
        header: t.state,
        width: '176px',
        from: 640,
        cell: ({ id }) => (isDeleted ? '' : <DraftState id={id} />),
      },
      {
        id: 'uses',
        header: t.usedBy,
        width: 'minmax(0, 2fr)',
        from: 860,
        cell: ({ id }) => (
          <TemplateUses assignments={(assignments ?? []).filter(({ templateId }) => templateId === id)} />
        ),
      },
    ],
    [t, assignments, isDeleted],
  );
}
