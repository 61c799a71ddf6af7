import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import type { Schema } from '../api/client';
import { useWords } from '../i18n/words';
import { Tag } from '../parts/badge';
import { Page } from '../parts/page';
import { EmptyState } from '../parts/states';
import type { Column } from '../parts/table';
import { Segments } from '../parts/tabs';
import { addressOf, changeParameters, usePlace } from '../routing/place';
import { typeOptions, typeText } from '../templates/template-names';
import { RelativeTime } from '../time/relative-time';
import { List } from './list';
import { hasWords, ListSearch } from './list-search';
import styles from './source-list.module.css';
import { listTexts } from './words';

/** A template or a snippet. */
interface Source {
  readonly id: number;
  readonly type: Schema<'EmailTemplate'>['type'];
  readonly data: string;
  readonly updatedAt: string;
}

/** The texts of the feature. */
interface SourceWords {
  readonly title: string;
  readonly about: string;
  readonly search: string;
  readonly searchHint: string;
  readonly name: string;
  readonly changed: string;
  readonly actions: string;
  readonly nothingFound: string;
  readonly noneDeleted: string;
}

type SourcesQuery<One> = UseQueryOptions<readonly One[], Error, readonly One[], string[]>;

interface SourceListProps<One extends Source> {
  readonly words: SourceWords;
  readonly present: SourcesQuery<One>;
  readonly deleted: SourcesQuery<One>;
  readonly nameOf: (one: One) => string;
  /** The columns between its type and the time of its last change. */
  readonly columns: readonly Column<One>[];
  readonly renderActions: (one: One, isDeleted: boolean) => ReactNode;
  /** Shown if there are none at all. */
  readonly empty: ReactNode;
  readonly actions: ReactNode;
}

/** Templates or snippets: few enough to be read at once, with a search. Deleted ones can be restored. */
export function SourceList<One extends Source>(props: SourceListProps<One>) {
  const { words: w, present, deleted, nameOf, empty, actions } = props;
  const t = useWords(listTexts);
  const { view, parameters } = usePlace();
  const isDeleted = parameters.get('which') === 'deleted';
  const search = parameters.get('q') ?? '';
  const type = parameters.get('type') ?? '';
  const { data, error, refetch } = useQuery(isDeleted ? deleted : present);
  const items = useMemo(
    () =>
      (data ?? [])
        .filter((one) => type === '' || one.type === type)
        .filter((one) => hasWords(`#${one.id} ${nameOf(one)} ${one.data}`, search))
        .toReversed(),
    [data, search, type, nameOf],
  );
  return (
    <Page title={w.title} about={w.about} actions={actions}>
      <div className={styles.tools}>
        <ListSearch label={w.search} placeholder={w.searchHint} />
        <Segments
          label={t.type}
          value={type}
          options={[['', t.anyType], ...typeOptions]}
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
      <List
        label={w.title}
        rows={{ items, error, isLoading: data === undefined, reload: () => void refetch() }}
        keyOf={keyOf}
        pageOf={({ id }) => (isDeleted ? addressOf([view], { which: 'deleted' }) : addressOf([view, id]))}
        columns={columnsOf(props, t, isDeleted)}
        isDimmed={() => isDeleted}
        noMatch={search === '' && type === '' ? null : w.nothingFound}
        empty={isDeleted ? <EmptyState title={w.noneDeleted} /> : empty}
      />
    </Page>
  );
}

function columnsOf<One extends Source>(
  { words: w, nameOf, columns, renderActions }: SourceListProps<One>,
  t: { readonly type: string },
  isDeleted: boolean,
): readonly Column<One>[] {
  return [
    { id: 'name', header: w.name, width: 'minmax(0, 2fr)', cell: nameOf },
    {
      id: 'type',
      header: t.type,
      width: '72px',
      from: 480,
      cell: (one) => <Tag>{typeText(one.type)}</Tag>,
    },
    ...columns,
    {
      id: 'changed',
      header: w.changed,
      width: '148px',
      from: 720,
      isEnd: true,
      cell: ({ updatedAt }) => <RelativeTime at={updatedAt} />,
    },
    {
      id: 'actions',
      header: w.actions,
      width: '88px',
      isEnd: true,
      cell: (one) => renderActions(one, isDeleted),
    },
  ];
}

function keyOf({ id }: Source): string {
  return String(id);
}
