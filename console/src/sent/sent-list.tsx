import { type FormEvent, useState } from 'react';
import { eventTypes } from '../api/catalogue';
import { emailKinds } from '../api/generated/names';
import { useWords } from '../i18n/words';
import { LogPage } from '../list/log-page';
import { ofEmail } from '../outcomes/outcomes';
import { chosenFilters, type Filter } from '../parts/filters';
import { SearchField } from '../parts/search-field';
import { changeParameters, usePlace } from '../routing/place';
import { kindText } from './kinds';
import styles from './sent-list.module.css';
import { SentTable } from './sent-table';
import { sentTexts } from './words';

const STATES = ['pending', 'succeeded', 'failed', 'bounced', 'suppressed'] as const;
/** The longest address that the service accepts. */
const MAX_ADDRESS = 254;

/** All emails, newest first, with filters in the address. */
export function SentList() {
  const t = useWords(sentTexts);
  const { parameters } = usePlace();
  const filters = useFilters();
  const to: Filter = { name: 'to', label: t.recipient, kind: 'text' };
  const chosen = chosenFilters(parameters, [to, ...filters]);
  return (
    <LogPage
      title={t.title}
      about={t.about}
      filters={filters}
      canFail
      presets={[
        [t.bouncedNow, { status: 'bounced' }],
        [t.retryingNow, { status: 'pending' }],
      ]}
      tools={<RecipientSearch key={chosen.to ?? ''} value={chosen.to ?? ''} />}
    >
      {(isLive) => <SentTable filters={chosen} isLive={isLive} />}
    </LogPage>
  );
}

/** Most users look for a recipient, so that filter is always visible. */
function RecipientSearch({ value }: { readonly value: string }) {
  const t = useWords(sentTexts);
  const [typed, setTyped] = useState(value);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    changeParameters({ to: typed.trim(), open: null });
  };
  const type = (next: string) => {
    setTyped(next);
    if (next === '' && value !== '') changeParameters({ to: null, open: null });
  };
  return (
    <form className={styles.search} onSubmit={submit}>
      <SearchField
        name="to"
        label={t.findRecipient}
        placeholder={`${t.findRecipient}: ${t.findHint.toLowerCase()}`}
        maxLength={MAX_ADDRESS}
        value={typed}
        onChange={type}
      />
    </form>
  );
}

function useFilters(): readonly Filter[] {
  const t = useWords(sentTexts);
  return [
    {
      name: 'status',
      label: t.status,
      kind: STATES.map((status) => [status, ofEmail.state({ status, attemptCount: 0 }).text] as const),
    },
    { name: 'kind', label: t.kind, kind: emailKinds.map((kind) => [kind, kindText(kind)] as const) },
    { name: 'typeId', label: t.document, kind: 'text' },
    { name: 'type', label: t.event, kind: eventTypes.map(({ type }) => [type, type] as const) },
    { name: 'companyId', label: t.company, kind: 'id' },
    { name: 'since', label: t.since, kind: 'time' },
    { name: 'until', label: t.until, kind: 'time' },
  ];
}
