import { useMemo, useState } from 'react';
import { eventTypes } from '../api/catalogue';
import { said } from '../i18n/said';
import { useWords } from '../i18n/words';
import { Button } from '../parts/button';
import { Checkbox, Select, TextArea, TextField } from '../parts/field';
import { Form, useFormPending } from '../parts/form';
import { Section } from '../parts/page';
import { useRestored } from '../parts/use-restored';
import { keptDrafts } from '../routing/kept-drafts';
import { useKeptDraft } from '../routing/unsaved';
import { useCanWrite } from '../session/scopes';
import { AboutEvent } from './about-event';
import { AuthFields } from './auth-fields';
import { ConditionBuilder } from './condition-builder';
import { changeOf, type Draft, storedData } from './draft';
import { Preview } from './preview';
import { catalogueDocument, Sample } from './sample';
import type { Subscription, SubscriptionChange } from './subscription-calls';
import styles from './editor.module.css';
import { subscriptionsTexts } from './words';

interface EditorProps {
  readonly initial: Draft;
  /** The stored subscription; null for a new one. */
  readonly stored: Subscription | null;
  readonly action: string;
  /** @returns false if it is not saved although the input is valid */
  readonly onSave: (change: SubscriptionChange) => Promise<boolean>;
}

/** The fields of a subscription, a sample document to select from, and the resulting body, side by side. */
export function Editor({ initial, stored, action, onSave }: EditorProps) {
  const t = useWords(subscriptionsTexts);
  const [saved, setSaved] = useState(initial);
  const place = `subscription/${stored?.id ?? 'new'}`;
  const [kept] = useState(() => keptDraft(place, stored));
  const [draft, setDraft] = useState(kept ?? initial);
  const [document, setDocument] = useState(() => catalogueDocument(draft.type));
  const isChanged = JSON.stringify(saved) !== JSON.stringify(draft);
  const version = stored?.updatedAt ?? null;
  // Without typed passwords and secrets.
  const toKeep = useMemo(() => ({ draft: { ...draft, authData: {} }, version }), [draft, version]);
  useKeptDraft(place, toKeep, isChanged);
  useRestored(kept !== null, () => setDraft(initial));
  const change = (changes: Partial<Draft>) => {
    setDraft((present) => ({ ...present, ...changes }));
    if (changes.type !== undefined) setDocument(catalogueDocument(changes.type));
  };
  const save = async () => {
    if (await onSave(changeOf(draft, stored === null ? {} : storedData(stored)))) setSaved(draft);
  };
  const types = eventTypes.map(({ type, summary }) => [type, `${type}: ${said(summary)}`] as const);
  return (
    <Form label={t.title} onSubmit={save} className={styles.columns}>
      <div className="stack-16">
        <Select
          name="type"
          label={t.event}
          value={draft.type}
          options={types}
          onChange={(type) => change({ type: type as Draft['type'] })}
        />
        <AboutEvent type={draft.type} />
        <TextField
          name="url"
          label={t.url}
          type="url"
          value={draft.url}
          onChange={(url) => change({ url })}
          isRequired
          maxLength={2048}
          placeholder="https://hooks.example.com/livery"
          hint={t.urlHint}
        />
        <Checkbox
          name="isActive"
          label={t.active}
          hint={t.activeHint}
          value={draft.isActive}
          onChange={(isActive) => change({ isActive })}
        />
        <AuthFields
          draft={draft}
          stored={stored === null ? {} : storedData(stored)}
          storedType={stored?.authType ?? null}
          mustAskAgain={stored !== null && originOf(draft.url) !== originOf(stored.url)}
          onChange={change}
        />
        <TextArea
          name="includePaths"
          label={t.includePaths}
          hint={t.includePathsHint}
          value={draft.includePaths}
          onChange={(includePaths) => change({ includePaths })}
        />
        <ConditionBuilder draft={draft} onChange={change} />
        <Select
          name="signing"
          label={t.signing}
          hint={t.signingHint}
          value={draft.signing}
          options={[
            ['hmac', t.signingHmac],
            ['ed25519', t.signingKeys],
          ]}
          onChange={(signing) => change({ signing })}
        />
        <Select
          name="ordering"
          label={t.ordering}
          hint={t.orderingHint}
          value={draft.ordering}
          options={[
            ['none', t.orderingNone],
            ['document', t.orderingDocument],
          ]}
          onChange={(ordering) => change({ ordering })}
        />
        <TextField
          name="maxPerSecond"
          label={t.maxPerSecond}
          type="number"
          hint={t.maxPerSecondHint}
          value={draft.maxPerSecond}
          onChange={(maxPerSecond) => change({ maxPerSecond })}
        />
        <Select
          name="deleteWhen"
          label={t.deleteWhen}
          hint={t.deleteWhenHint}
          value={draft.deleteWhen}
          options={[
            ['deliveryFailed', t.deleteWhenDelivery],
            ['endpointFailed', t.deleteWhenEndpoint],
          ]}
          onChange={(deleteWhen) => change({ deleteWhen })}
        />
        <div className={styles.save}>
          <SaveButton>{action}</SaveButton>
        </div>
      </div>
      <Section title={t.sample}>
        <Sample
          key={draft.type}
          draft={draft}
          document={document}
          onDocument={setDocument}
          onChange={change}
        />
      </Section>
      <Section title={t.result}>
        <Preview draft={draft} document={document} />
      </Section>
    </Form>
  );
}

/** The draft from before a reload, unless the subscription has changed since. */
function keptDraft(place: string, stored: Subscription | null): Draft | null {
  const kept = keptDrafts.read(place) as { draft: Draft; version: string | null } | null;
  return kept !== null && kept.version === (stored?.updatedAt ?? null) ? kept.draft : null;
}

function SaveButton({ children }: { readonly children: string }) {
  const t = useWords(subscriptionsTexts);
  const isPending = useFormPending();
  if (!useCanWrite()) return <p className="muted small">{t.triedOnly}</p>;
  return (
    <Button type="submit" tone="primary" isPending={isPending}>
      {children}
    </Button>
  );
}

function originOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).origin : null;
}
