import { queryOptions, useQuery } from '@tanstack/react-query';
import { Blocks, Plus } from 'lucide-react';
import { useMemo } from 'react';
import { allOf, answerOf, api, type Schema } from '../api/client';
import { useWords } from '../i18n/words';
import { Tag } from '../parts/badge';
import { LinkButton } from '../parts/button';
import { Page } from '../parts/page';
import { EmptyState, FailedState } from '../parts/states';
import { type Column, Table } from '../parts/table';
import { Segments } from '../parts/tabs';
import { addressOf, changeParameters, usePlace } from '../routing/place';
import { useCanWrite } from '../session/scopes';
import { snippetsQuery } from '../templates/queries';
import { SearchField } from '../templates/search-field';
import { bytes } from '../time/format';
import { RelativeTime } from '../time/relative-time';
import { SnippetActions } from './snippet-actions';
import styles from '../templates/template-list.module.css';
import { snippetsTexts } from './words';

type Snippet = Schema<'EmailSnippet'>;

const deletedSnippetsQuery = queryOptions({
  queryKey: ['emailSnippet', 'deleted'],
  queryFn: ({ signal }) =>
    allOf((cursor) =>
      answerOf(
        api.GET('/partner/emailSnippet', {
          params: { query: { cursor, limit: 500, deleted: true } },
          signal,
        }),
      ),
    ),
});
const keyOf = ({ id }: Snippet) => String(id);
const linkOf = ({ id }: Snippet) => ({ href: addressOf(['snippets', id]) });
const nowhere = () => ({ href: addressOf(['snippets'], { which: 'deleted' }) });

/** All snippets, searched as one types. */
export function SnippetList() {
  const t = useWords(snippetsTexts);
  const canWrite = useCanWrite();
  const { parameters } = usePlace();
  const isDeleted = parameters.get('which') === 'deleted';
  const search = parameters.get('search') ?? '';
  const type = parameters.get('type') ?? '';
  const { data, error, refetch } = useQuery(isDeleted ? deletedSnippetsQuery : snippetsQuery);
  const rows = useMemo(() => found(data ?? [], search, type), [data, search, type]);
  const start = canWrite && (
    <LinkButton tone="primary" href={addressOf(['snippets', 'new'])} icon={<Plus aria-hidden />}>
      {t.newSnippet}
    </LinkButton>
  );
  const empty =
    search !== '' || type !== '' ? (
      <EmptyState title={t.nothingFound}>{t.nothingFoundText}</EmptyState>
    ) : isDeleted ? (
      <EmptyState title={t.noneDeleted} />
    ) : (
      <EmptyState icon={<Blocks aria-hidden />} title={t.emptyTitle} action={start}>
        {t.emptyText}
      </EmptyState>
    );
  return (
    <Page title={t.title} about={t.about} actions={start}>
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
          columns={columnsOf(t, isDeleted, canWrite)}
          isLoading={data === undefined}
          isDimmed={() => isDeleted}
          empty={empty}
        />
      )}
    </Page>
  );
}

function columnsOf(
  t: ReturnType<typeof useWords<typeof snippetsTexts.en>>,
  isDeleted: boolean,
  canWrite: boolean,
): readonly Column<Snippet>[] {
  return [
    {
      id: 'name',
      header: t.name,
      width: 'minmax(0, 2fr)',
      cell: ({ name }) => <span className="mono">{name}</span>,
    },
    {
      id: 'type',
      header: t.type,
      width: '72px',
      from: 480,
      cell: (row) => <Tag>{row.type.toUpperCase()}</Tag>,
    },
    {
      id: 'size',
      header: t.size,
      width: '96px',
      from: 640,
      isEnd: true,
      cell: ({ data }) => bytes(new Blob([data]).size),
    },
    {
      id: 'changed',
      header: t.changed,
      width: '148px',
      from: 560,
      isEnd: true,
      cell: ({ updatedAt }) => <RelativeTime at={updatedAt} />,
    },
    {
      id: 'actions',
      header: t.actions,
      width: '88px',
      isEnd: true,
      cell: (row) => <SnippetActions snippet={row} isDeleted={isDeleted} canWrite={canWrite} />,
    },
  ];
}

function found(snippets: readonly Snippet[], search: string, type: string): readonly Snippet[] {
  const parts = search.toLowerCase().split(/\s+/).filter(Boolean);
  return snippets
    .filter((one) => type === '' || one.type === type)
    .filter(({ name, data }) => {
      const text = `${name} ${data}`.toLowerCase();
      return parts.every((part) => text.includes(part));
    })
    .toReversed();
}
