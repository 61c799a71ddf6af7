import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { eventTypes } from '../api/catalogue';
import { api, bodyOf } from '../api/client';
import { useWords } from '../i18n/words';
import { Select, TextArea } from '../parts/field';
import { Button } from '../parts/button';
import { relativeTime } from '../time/format';
import { DocumentTree } from './document-tree';
import type { Draft } from './draft';
import { typedAs } from './condition-rows';
import { subscriptionsTexts } from './words';

export type SampleDocument = Readonly<Record<string, unknown>>;

const RECENT = 10;

interface SampleProps {
  readonly draft: Draft;
  readonly document: SampleDocument;
  readonly onDocument: (document: SampleDocument) => void;
  readonly onChange: (changes: Partial<Draft>) => void;
}

/** The document of the catalogue for a type of event. */
export function catalogueDocument(type: string): SampleDocument {
  return eventTypes.find((one) => one.type === type)?.example.data ?? {};
}

/** The sample document: from the catalogue, from a recent event, or typed. */
export function Sample({ draft, document, onDocument, onChange }: SampleProps) {
  const t = useWords(subscriptionsTexts);
  const { type, includePaths, rows, json } = draft;
  const [text, setText] = useState<string | null>(null);
  const [chosen, setChosen] = useState('');
  const { data: events = [] } = useQuery({
    queryKey: ['events', 'recent', type],
    queryFn: () => bodyOf(api.GET('/partner/event', { params: { query: { type, limit: RECENT } } })),
  });
  const paths = includePaths
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const toggle = (path: string) => {
    const rest = paths.filter((one) => one !== path && one !== '*');
    onChange({ includePaths: (paths.includes(path) ? rest : [...rest, path]).join('\n') });
  };
  const addCondition = (path: string, value: unknown) => {
    if (json !== null) {
      const conditions = objectIn(json.trim() === '' ? '{}' : json);
      if (conditions !== null) onChange({ json: JSON.stringify({ ...conditions, [path]: value }, null, 2) });
      return;
    }
    const row = { path, operator: 'is', value: typedAs(value) } as const;
    onChange({ rows: [...rows.filter((one) => one.path !== ''), row] });
  };
  const choose = (id: string) => {
    setChosen(id);
    setText(null);
    onDocument(events.find((event) => event.id === id)?.data ?? catalogueDocument(type));
  };
  const write = (next: string) => {
    setText(next);
    const read = objectIn(next);
    if (read !== null) onDocument(read);
  };
  return (
    <div className="stack-8">
      <Select
        name="sample"
        label={t.sampleOf}
        value={chosen}
        onChange={choose}
        options={[
          ['', t.catalogueSample],
          ...events.map(
            ({ id, typeId, createdAt }) => [id, t.recentEvent(typeId, relativeTime(createdAt))] as const,
          ),
        ]}
      />
      <p className="muted small">{t.sampleHint}</p>
      <DocumentTree document={document} includePaths={paths} onToggle={toggle} onCondition={addCondition} />
      {text === null ? (
        <div>
          <Button tone="quiet" onPress={() => setText(JSON.stringify(document, null, 2))}>
            {t.editSample}
          </Button>
        </div>
      ) : (
        <TextArea name="document" label={t.documentJson} rows={10} value={text} onChange={write} />
      )}
    </div>
  );
}

function objectIn(text: string): SampleDocument | null {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && read !== null && !Array.isArray(read)
      ? (read as SampleDocument)
      : null;
  } catch {
    return null;
  }
}
