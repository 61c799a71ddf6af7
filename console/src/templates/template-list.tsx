import { useQuery } from '@tanstack/react-query';
import { LayoutTemplate, Plus } from 'lucide-react';
import { useMemo } from 'react';
import type { Schema } from '../api/client';
import { useWords } from '../i18n/words';
import { Tag } from '../parts/badge';
import { LinkButton } from '../parts/button';
import { Page } from '../parts/page';
import { EmptyState, FailedState } from '../parts/states';
import { type Column, Table } from '../parts/table';
import { Segments } from '../parts/tabs';
import { addressOf, changeParameters, usePlace } from '../routing/place';
import { useCanWrite } from '../session/scopes';
import { RelativeTime } from '../time/relative-time';
import { DraftState } from './draft-state';
import { ImportButton } from './import-button';
import { assignmentsQuery, deletedTemplatesQuery, templatesQuery } from './queries';
import { SearchField } from './search-field';
import styles from './template-list.module.css';
import { TemplateActions } from './template-actions';
import { TemplateUses } from './template-uses';
import { templatesTexts } from './words';

type Template = Schema<'EmailTemplate'>;

const keyOf = ({ id }: Template) => String(id);
const linkOf = ({ id }: Template) => ({ href: addressOf(['templates', id]) });
const nowhere = () => ({ href: addressOf(['templates'], { which: 'deleted' }) });

/** All templates, searched as one types; the deleted ones can be restored. */
export function TemplateList() {
  const t = useWords(templatesTexts);
  const mayWrite = useCanWrite();
  const { parameters } = usePlace();
  const isDeleted = parameters.get('which') === 'deleted';
  const search = parameters.get('search') ?? '';
  const type = parameters.get('type') ?? '';
  const { data, error, refetch } = useQuery(isDeleted ? deletedTemplatesQuery : templatesQuery);
  const { data: assignments } = useQuery(assignmentsQuery);
  const rows = useMemo(() => found(data ?? [], search, type), [data, search, type]);
  const columns = columnsOf(t, { isDeleted, mayWrite, assignments: assignments ?? [] });
  const start = mayWrite && (
    <LinkButton tone="primary" href={addressOf(['templates', 'new'])} icon={<Plus aria-hidden />}>
      {t.newTemplate}
    </LinkButton>
  );
  const isFiltered = search !== '' || type !== '';
  const empty = isFiltered ? (
    <EmptyState title={t.nothingFound}>{t.nothingFoundText}</EmptyState>
  ) : isDeleted ? (
    <EmptyState title={t.noneDeleted} />
  ) : (
    <EmptyState icon={<LayoutTemplate aria-hidden />} title={t.emptyTitle} action={start}>
      {t.emptyText}
    </EmptyState>
  );
  return (
    <Page
      title={t.title}
      about={t.about}
      actions={
        mayWrite && (
          <>
            {<ImportButton />}
            {start}
          </>
        )
      }
    >
      <div className={styles.filters}>
        <SearchField
          label={t.search}
          placeholder={t.searchHint}
          value={search}
          onChange={(next) => changeParameters({ search: next }, { replace: true })}
        />
        <Segments
          label={t.type}
          value={type}
          options={[
            ['', t.anyType],
            ['mjml', 'MJML'],
            ['html', 'HTML'],
          ]}
          onChange={(next) => changeParameters({ type: next })}
        />
        <Segments
          label={t.which}
          value={isDeleted ? 'deleted' : ''}
          options={[
            ['', t.present],
            ['deleted', t.deleted],
          ]}
          onChange={(next) => changeParameters({ which: next })}
        />
      </div>
      {error !== null ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : (
        <Table
          label={t.title}
          rows={rows}
          keyOf={keyOf}
          linkOf={isDeleted ? nowhere : linkOf}
          columns={columns}
          isLoading={data === undefined}
          isDimmed={() => isDeleted}
          empty={empty}
        />
      )}
    </Page>
  );
}

interface Shown {
  readonly isDeleted: boolean;
  readonly mayWrite: boolean;
  readonly assignments: readonly Schema<'EmailTemplateAssignment'>[];
}

function columnsOf(
  t: ReturnType<typeof useWords<typeof templatesTexts.en>>,
  { isDeleted, mayWrite, assignments }: Shown,
): readonly Column<Template>[] {
  return [
    {
      id: 'name',
      header: t.name,
      width: 'minmax(0, 2fr)',
      cell: ({ id, name }) => name ?? t.unnamed(id),
    },
    {
      id: 'type',
      header: t.type,
      width: '72px',
      from: 480,
      cell: (row) => <Tag>{row.type.toUpperCase()}</Tag>,
    },
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
      cell: ({ id }) => <TemplateUses assignments={assignments.filter((one) => one.templateId === id)} />,
    },
    {
      id: 'changed',
      header: t.changed,
      width: '132px',
      from: 720,
      isEnd: true,
      cell: ({ updatedAt }) => <RelativeTime at={updatedAt} />,
    },
    {
      id: 'actions',
      header: t.actions,
      width: '88px',
      isEnd: true,
      cell: (row) => <TemplateActions template={row} isDeleted={isDeleted} mayWrite={mayWrite} />,
    },
  ];
}

function found(templates: readonly Template[], search: string, type: string): readonly Template[] {
  const parts = search.toLowerCase().split(/\s+/).filter(Boolean);
  return templates
    .filter((one) => type === '' || one.type === type)
    .filter(({ id, name, data }) => {
      const text = `#${id} ${name ?? ''} ${data}`.toLowerCase();
      return parts.every((part) => text.includes(part));
    })
    .toReversed();
}
