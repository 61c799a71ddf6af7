import { Blocks, Plus } from 'lucide-react';
import type { Schema } from '../api/client';
import { useWords } from '../i18n/words';
import { SourceList } from '../list/source-list';
import { LinkButton } from '../parts/button';
import { EmptyState } from '../parts/states';
import type { Column } from '../parts/table';
import { addressOf } from '../routing/place';
import { useCanWrite } from '../session/scopes';
import { deletedSnippetsQuery, snippetsQuery } from '../templates/queries';
import { bytes } from '../time/format';
import { SnippetActions } from './snippet-actions';
import { snippetsTexts } from './words';

type Snippet = Schema<'EmailSnippet'>;

/** All snippets, with a search. Deleted ones can be restored. */
export function SnippetList() {
  const t = useWords(snippetsTexts);
  const canWrite = useCanWrite();
  const start = canWrite && (
    <LinkButton tone="primary" href={addressOf(['snippets', 'new'])} icon={<Plus aria-hidden />}>
      {t.newSnippet}
    </LinkButton>
  );
  return (
    <SourceList
      words={t}
      present={snippetsQuery}
      deleted={deletedSnippetsQuery}
      nameOf={nameOf}
      columns={columnsOf(t.size)}
      renderActions={(one, isDeleted) => (
        <SnippetActions snippet={one} isDeleted={isDeleted} canWrite={canWrite} />
      )}
      actions={start}
      empty={
        <EmptyState icon={<Blocks aria-hidden />} title={t.emptyTitle} action={start}>
          {t.emptyText}
        </EmptyState>
      }
    />
  );
}

function columnsOf(header: string): readonly Column<Snippet>[] {
  const cell = ({ data }: Snippet) => bytes(new Blob([data]).size);
  return [{ id: 'size', header, width: '96px', from: 640, isEnd: true, cell }];
}

function nameOf({ name }: Snippet): string {
  return name;
}
