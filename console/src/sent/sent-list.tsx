import { Pause, Play, Search } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { eventTypes } from '../api/catalogue';
import { useWords } from '../i18n/words';
import { Button } from '../parts/button';
import { TextField } from '../parts/field';
import { chosenFilters, type Filter, Filters } from '../parts/filters';
import { Page } from '../parts/page';
import { Link } from '../routing/link';
import { addressOf, changeParameters, usePlace } from '../routing/place';
import { kindText, stateOf } from './outcome';
import { SentTable } from './sent-table';
import styles from './sent.module.css';
import { sentTexts } from './words';

const STATES = ['pending', 'succeeded', 'failed', 'bounced', 'suppressed'] as const;
const KINDS = ['document', 'clientPdf'];
/** The longest address that the service takes. */
const MAX_ADDRESS = 254;

/** All emails, newest first, under filters that are part of the address. */
export function SentList() {
  const t = useWords(sentTexts);
  const { parameters } = usePlace();
  const filters = useFilters();
  const to: Filter = { name: 'to', label: t.recipient, kind: 'text' };
  const chosen = chosenFilters(parameters, [to, ...filters]);
  const [isLive, setLive] = useState(true);
  return (
    <Page
      title={t.title}
      about={t.about}
      actions={
        <Button icon={isLive ? <Pause aria-hidden /> : <Play aria-hidden />} onPress={() => setLive(!isLive)}>
          {isLive ? t.pause : t.resume}
        </Button>
      }
    >
      <div className="stack-8">
        <div className={styles.tools}>
          <RecipientSearch key={chosen.to ?? ''} value={chosen.to ?? ''} />
          <Presets />
        </div>
        <Filters filters={filters} />
      </div>
      <SentTable filters={chosen} isLive={isLive} />
    </Page>
  );
}

/** Whether somebody got an email is what people ask most: the recipient needs no chip to be opened. */
function RecipientSearch({ value }: { readonly value: string }) {
  const t = useWords(sentTexts);
  const [typed, setTyped] = useState(value);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    changeParameters({ to: typed.trim(), open: null });
  };
  return (
    <search className={styles.search}>
      <form onSubmit={submit}>
        <Search aria-hidden />
        <TextField
          name="to"
          type="search"
          label={t.findRecipient}
          isLabelUnseen
          placeholder={`${t.findRecipient}: ${t.findHint.toLowerCase()}`}
          maxLength={MAX_ADDRESS}
          value={typed}
          onChange={(next) => {
            setTyped(next);
            if (next === '' && value !== '') changeParameters({ to: null, open: null });
          }}
        />
      </form>
    </search>
  );
}

/** The questions that are asked most, each an address. */
function Presets() {
  const t = useWords(sentTexts);
  const [midnight] = useState(() => new Date(new Date().setHours(0, 0, 0, 0)).toISOString());
  const [hourAgo] = useState(() => new Date(Date.now() - 3_600_000).toISOString());
  const presets = [
    [t.failedToday, { status: 'failed', since: midnight }],
    [t.bouncedNow, { status: 'bounced' }],
    [t.retryingNow, { status: 'pending' }],
    [t.lastHour, { since: hourAgo }],
  ] as const;
  return (
    <nav className={styles.presets} aria-label={t.presets}>
      {presets.map(([label, parameters]) => (
        <Link key={label} href={addressOf(['sent'], parameters)}>
          {label}
        </Link>
      ))}
    </nav>
  );
}

function useFilters(): readonly Filter[] {
  const t = useWords(sentTexts);
  return [
    {
      name: 'status',
      label: t.status,
      kind: STATES.map((status) => [status, stateOf({ status, attemptCount: 0 }).text] as const),
    },
    { name: 'kind', label: t.kind, kind: KINDS.map((kind) => [kind, kindText(kind)] as const) },
    { name: 'typeId', label: t.document, kind: 'text' },
    { name: 'type', label: t.event, kind: eventTypes.map(({ type }) => [type, type] as const) },
    { name: 'companyId', label: t.company, kind: 'id' },
    { name: 'since', label: t.since, kind: 'time' },
    { name: 'until', label: t.until, kind: 'time' },
  ];
}
